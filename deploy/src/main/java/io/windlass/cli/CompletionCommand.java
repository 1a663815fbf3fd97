package io.windlass.cli;

import io.windlass.cli.terminal.Exit;
import io.windlass.cli.terminal.OptionNames;
import io.windlass.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** Command that prints what a shell needs to complete commands, options and names. */
@Command(
    name = "completion",
    header = "Print the completion of commands, options and names, for bash and zsh.%n",
    description = {
      "",
      "In ~/.bashrc: source <(windlass completion)",
      "",
      "Ids and mount points are those that 'windlass ls' and 'windlass mounts' know. A list that"
          + " takes longer than five seconds is not waited for."
    })
final class CompletionCommand implements Callable<Integer> {
  /** What lists the names that an argument can have, by the command that takes it. */
  private static final SequencedMap<String, String> LISTS =
      new TreeMap<>(
          Map.of(
              "show", "ls",
              "rotate", "ls grants",
              "stats", "mounts",
              "unmount", "mounts",
              "umount", "mounts"));

  /** Names are compared here, as compgen would expand what stands in them. */
  private static final String NAMES =
      """

      # Completes a name that a list of windlass has, if it comes soon.
      function _windlass_names() {
        local name i config=()
        for (( i = 1; i < COMP_CWORD - 1; i++ )); do
          if [[ "${COMP_WORDS[i]}" == --config ]]; then
            config=(--config "${COMP_WORDS[i+1]}")
          fi
        done
        if [[ "$1" == mounts ]]; then
          config=()
        fi
        while IFS= read -r name; do
          if [[ "${name}" == "${COMP_WORDS[COMP_CWORD]}"* ]]; then
            COMPREPLY+=("$(printf %q "${name}")")
          fi
        done < <(timeout -k 1 5 "${COMP_WORDS[0]}" "$@" "${config[@]}" -o name 2>/dev/null)
      }

      # Completes names where there are some, and otherwise what the rest of this file knows.
      function _windlass() {
        COMPREPLY=()
        if (( COMP_CWORD > 1 )) && [[ "${COMP_WORDS[COMP_CWORD]}" != -* ]]; then
          case "${COMP_WORDS[1]} ${COMP_WORDS[COMP_CWORD-1]}" in
      CASES    esac
        fi
        if (( ${#COMPREPLY[@]} == 0 )); then
          _complete_windlass
        fi
      }

      complete -F _windlass -o default windlass
      """;

  private final Terminal terminal;

  @Spec CommandSpec spec = CommandSpec.create();

  CompletionCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() {
    CommandSpec windlass = spec.root();
    terminal.out().print(AutoComplete.bash("windlass", new CommandLine(described(windlass))));
    StringBuilder cases = new StringBuilder();
    LISTS.forEach((command, list) -> {
      CommandSpec taking =
          Objects.requireNonNull(windlass.subcommands().get(command)).getCommandSpec();
      cases.append("      %s) ;;%n".formatted(valuesOf(command, taking)));
      cases.append("      '%s '*) _windlass_names %s ;;%n".formatted(command, list));
    });
    terminal.out().print(NAMES.replace("CASES", cases));
    return Exit.OK;
  }

  /** Returns the pattern of what stands before the value of an option. */
  private static String valuesOf(String name, CommandSpec command) {
    return command.options().stream()
        .filter(option -> option.arity().max() > 0)
        .flatMap(option -> OptionNames.of(command, option).stream())
        .map(option -> "'%s %s'".formatted(name, option))
        .collect(Collectors.joining("|"));
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
