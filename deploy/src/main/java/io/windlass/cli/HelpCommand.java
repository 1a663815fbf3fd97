package io.windlass.cli;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.Terminal;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Command that shows the help of another one, as {@code --help} does. */
@Command(name = "help", description = "Show the help of a command.")
final class HelpCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Spec CommandSpec spec = CommandSpec.create();

  @Parameters(
      arity = "0..1",
      paramLabel = "COMMAND",
      description = "Command to explain. Default: all of them, in a line each.")
  Optional<String> command = Optional.empty();

  HelpCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    CommandLine windlass = spec.root().commandLine();
    command
        .map(name ->
            Optional.ofNullable(windlass.getSubcommands().get(name))
                .orElseThrow(
                    () -> new ParameterException(windlass, "there is no command '" + name + "'")))
        .orElse(windlass)
        .usage(terminal.out());
    return Exit.OK;
  }
}
