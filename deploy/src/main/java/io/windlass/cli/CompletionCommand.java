package io.windlass.cli;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Command that prints what a shell needs to complete commands and options. */
@Command(
    name = "completion",
    header = "Print the completion of commands and options, for bash and zsh.%n",
    description = {"", "In ~/.bashrc: source <(windlass completion)"})
final class CompletionCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec CommandSpec spec = CommandSpec.create();

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    terminal.out().print(AutoComplete.bash("windlass", spec.root().commandLine()));
    return Exit.OK;
  }
}
