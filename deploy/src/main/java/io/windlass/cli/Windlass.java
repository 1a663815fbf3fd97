package io.windlass.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code windlass}, which does nothing but lead to the others. */
@Command(
    name = "windlass",
    synopsisSubcommandLabel = "COMMAND",
    header =
        "Hauls buckets to workloads: one driver that serves COSI and CSI for object storage.%n",
    description = {
      "",
      "New here? @|bold windlass demo|@ shows all of it on an embedded store, in seconds, and touches"
          + " nothing of yours."
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%nCommands:%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:done",
      " 1:it did not work; standard error says why",
      " 2:the command line is wrong",
      "78:the configuration is wrong; all its problems are listed"
    },
    footer = {"", "Options of a command: @|bold windlass COMMAND --help|@"})
final class Windlass implements Callable<Integer> {
  private final Terminal terminal;

  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      scope = ScopeType.INHERIT,
      description = "Show this help and exit.")
  boolean help;

  private Windlass(Terminal terminal) {
    this.terminal = terminal;
  }

  /** All commands, ready to be executed with {@link Exit} for an answer. */
  static CommandLine commandLine(Terminal terminal) {
    return new CommandLine(new Windlass(terminal))
        .addSubcommand(new VersionCommand(terminal))
        .setUsageHelpWidth(100)
        .setColorScheme(Help.defaultColorScheme(terminal.colour() ? Ansi.ON : Ansi.OFF))
        .setParameterExceptionHandler((wrong, _) -> usage(terminal, wrong));
  }

  @Override
  public Integer call() {
    terminal.err().println("windlass: a command is needed; windlass --help lists them.");
    return Exit.USAGE;
  }

  /** Two lines; picocli's own answer is the whole help. */
  private static int usage(Terminal terminal, ParameterException wrong) {
    terminal.err().println("windlass: " + wrong.getMessage());
    List<String> meant =
        wrong instanceof UnmatchedArgumentException unmatched
            ? unmatched.getSuggestions()
            : List.of();
    terminal
        .err()
        .println(
            meant.isEmpty()
                ? "See %s --help."
                    .formatted(wrong.getCommandLine().getCommandSpec().qualifiedName())
                : "Did you mean %s?".formatted(String.join(" or ", meant)));
    return Exit.USAGE;
  }
}
