package io.windlass.cli;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.OptionNames;
import io.windlass.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ScopeType;
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
    terminal.out().print(AutoComplete.bash("windlass", new CommandLine(described(spec.root()))));
    return Exit.OK;
  }

  /**
   * Returns a command in the form that the generator knows: it completes files for no option that
   * may be absent, and knows no negated name.
   */
  private static CommandSpec described(CommandSpec command) {
    CommandSpec described = CommandSpec.create().name(command.name());
    described.usageMessage().hidden(command.usageMessage().hidden());
    for (OptionSpec option : command.options()) {
      boolean file = option.auxiliaryTypes()[0].equals(Path.class);
      String[] names = OptionNames.of(command, option).toArray(String[]::new);
      described.addOption(
          (file
                  ? OptionSpec.builder(names[0]).type(Path.class).arity(option.arity())
                  : OptionSpec.builder(option).negatable(false).scopeType(ScopeType.LOCAL))
              .names(names)
              .hidden(option.hidden())
              .build());
    }
    command
        .positionalParameters()
        .forEach(each -> described.addPositional(PositionalParamSpec.builder(each).build()));
    command
        .subcommands()
        .forEach((name, each) -> described.addSubcommand(name, described(each.getCommandSpec())));
    return described;
  }
}
