package io.windlass.cli;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.FailureText;
import io.windlass.cli.terminal.Terminal;
import io.windlass.error.DriverException;
import io.windlass.setting.NearestName;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.RunLast;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command {@code windlass}, which only has subcommands. */
@Command(
    name = "windlass",
    synopsisSubcommandLabel = "COMMAND",
    header =
        "Hauls buckets to workloads: one driver that serves COSI and CSI for object storage.%n",
    description = {
      "",
      "New here? @|bold windlass demo|@ shows all of it on an embedded store, and touches nothing"
          + " of yours."
    },
    optionListHeading = "%nOptions:%n",
    commandListHeading = "%n",
    exitCodeListHeading = "%nExit status:%n",
    exitCodeList = {
      " 0:done",
      " 1:it did not work; standard error says why",
      " 2:the command line is wrong",
      " 3:out of memory",
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

  @Option(
      names = {"-V", "--version"},
      versionHelp = true,
      description = "Show the version and exit.")
  boolean version;

  private Windlass(Terminal terminal) {
    this.terminal = terminal;
  }

  /** Returns all commands. Executing them gives a status of {@link Exit}. */
  static CommandLine commandLine(Terminal terminal) {
    return of(terminal, Commands.NAMES);
  }

  /**
   * Returns the commands that are needed for some arguments, as all of them take longer than most
   * commands.
   */
  static CommandLine commandLineFor(Terminal terminal, String... arguments) {
    return of(terminal, Commands.needed(arguments));
  }

  private static CommandLine of(Terminal terminal, List<String> names) {
    CommandLine windlass = new CommandLine(new Windlass(terminal));
    Commands commands = Commands.of(terminal);
    names.forEach(name -> windlass.addSubcommand(name, commands.make(name)));
    windlass
        .getHelpSectionMap()
        .put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, new CommandGroups(terminal));
    windlass.getCommandSpec().version("windlass " + Build.current().version());
    for (CommandLine command : windlass.getSubcommands().values()) {
      command
          .getCommandSpec()
          .usageMessage()
          .parameterListHeading("%nArguments:%n")
          .optionListHeading("%nOptions:%n");
    }
    return windlass
        .setOut(new PrintWriter(terminal.out(), true, StandardCharsets.UTF_8))
        .setUsageHelpWidth(terminal.textWidth())
        .setColorScheme(Help.defaultColorScheme(terminal.colour() ? Ansi.ON : Ansi.OFF))
        .setExecutionStrategy(Windlass::run)
        .setParameterExceptionHandler((wrong, _) -> usage(terminal, wrong))
        .setExecutionExceptionHandler((failure, _, _) -> failed(terminal, failure));
  }

  @Override
  public Integer call() {
    terminal.err().println("windlass: a command is needed; windlass --help lists them.");
    return Exit.USAGE;
  }

  /** Reports a wrong command line in two lines; picocli would print the whole help. */
  private static int usage(Terminal terminal, ParameterException wrong) {
    terminal.err().println("windlass: " + message(wrong));
    terminal
        .err()
        .println(
            optionsOfMount(wrong)
                .or(() -> meant(wrong).map("Did you mean %s?"::formatted))
                .orElseGet(() ->
                    "See %s --help."
                        .formatted(wrong.getCommandLine().getCommandSpec().qualifiedName())));
    return Exit.USAGE;
  }

  /** Returns what to do with the options of mount(8), which is what people know. */
  private static Optional<String> optionsOfMount(ParameterException wrong) {
    return wrong instanceof UnmatchedArgumentException unmatched
            && unmatched.getUnmatched().getFirst().startsWith("-o")
            && wrong.getCommandLine().getCommandName().equals("mount")
        ? Optional.of(
            "Here each option has a name of its own, like --read-only; -o ro is for 'mount -t"
                + " windlass'.")
        : Optional.empty();
  }

  /** Returns what a word that the parser does not know may have been meant to be. */
  private static Optional<String> meant(ParameterException wrong) {
    if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
      return Optional.empty();
    }
    CommandSpec command = wrong.getCommandLine().getCommandSpec();
    Set<String> known =
        unmatched.isUnknownOption()
            ? command.optionsMap().keySet()
            : command.subcommands().keySet();
    String word = unmatched.getUnmatched().getFirst().split("=", 2)[0];
    return NearestName.of(word, known);
  }

  /**
   * Runs the command, unless something is given without a value: an empty text is what a script
   * passes whose variable is not set.
   */
  private static int run(ParseResult parsed) {
    for (ParseResult each = parsed; each != null; each = each.subcommand()) {
      for (ArgSpec given : each.matchedArgs()) {
        if (given.originalStringValues().contains("")) {
          throw new ParameterException(
              each.commandSpec().commandLine(),
              "%s must not be empty".formatted(nameOf(given)),
              given,
              "");
        }
      }
    }
    return new RunLast().execute(parsed);
  }

  private static String nameOf(ArgSpec given) {
    return given instanceof OptionSpec option ? option.longestName() : given.paramLabel();
  }

  /** Of what the parser does not know, it gives the position, which tells a user nothing. */
  private static String message(ParameterException wrong) {
    if (!(wrong instanceof UnmatchedArgumentException unmatched)) {
      return String.valueOf(wrong.getMessage());
    }
    String first = unmatched.getUnmatched().getFirst();
    String command = wrong.getCommandLine().getCommandSpec().qualifiedName();
    if (unmatched.isUnknownOption()) {
      return "%s has no option '%s'".formatted(command, first);
    }
    return wrong.getCommandLine().getParent() == null
        ? "there is no command '%s'".formatted(first)
        : "%s does not expect the argument '%s'".formatted(command, first);
  }

  /** Reports a failure: one line for an expected exception, a stack trace for any other. */
  private static int failed(Terminal terminal, Exception failure) {
    switch (failure) {
      case IOException e -> terminal.err().println("windlass: " + FailureText.of(e));
      case UncheckedIOException e ->
          terminal
              .err()
              .println("windlass: " + FailureText.of(Objects.requireNonNull(e.getCause())));
      case DriverException e -> terminal.err().println("windlass: " + e.getMessage());
      default -> failure.printStackTrace(terminal.err());
    }
    return Exit.FAILED;
  }
}
