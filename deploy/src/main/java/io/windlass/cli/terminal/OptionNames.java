package io.windlass.cli.terminal;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Names of options, as a user types them. */
public final class OptionNames {
  private OptionNames() {}

  /** Returns the names of an option of this command, and those that negate it. */
  public static List<String> of(CommandSpec command, OptionSpec option) {
    return Stream.concat(
            Stream.of(option.names()),
            command.negatedOptionsMap().entrySet().stream()
                .filter(negated -> negated.getValue().equals(option))
                .map(Map.Entry::getKey))
        .distinct()
        .toList();
  }
}
