package io.windlass.cli;

import io.windlass.cli.terminal.Terminal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.UsageMessageSpec;

/** List of the commands in the help, in groups by what people want. */
record CommandGroups(Terminal terminal) implements IHelpSectionRenderer {
  private static final int NAME = 13;

  private static SequencedMap<String, List<String>> groups() {
    SequencedMap<String, List<String>> groups = new LinkedHashMap<>();
    groups.put("Try it", List.of("demo"));
    groups.put("Serve", List.of("cosi", "csi", "mounter", "config", "aot"));
    groups.put("Mount", List.of("mount", "unmount", "mounts", "top", "stats", "info", "upgrade"));
    groups.put("See what there is", List.of("ls", "show", "audit"));
    groups.put("Keys", List.of("keys", "rotate"));
    groups.put("Find what is wrong", List.of("doctor", "support"));
    groups.put("Test a driver", List.of("call", "cosi-sanity"));
    groups.put("About windlass", List.of("version", "help", "completion", "man"));
    return groups;
  }

  /** Returns the commands that are in a group, to be compared with those that there are. */
  static List<String> all() {
    return groups().values().stream().flatMap(List::stream).toList();
  }

  @Override
  public String render(Help help) {
    Map<String, CommandLine> commands = help.commandSpec().subcommands();
    return groups().entrySet().stream()
        .map(group ->
            "%s:%n%s"
                .formatted(
                    group.getKey(),
                    group.getValue().stream()
                        .map(name -> line(name, Objects.requireNonNull(commands.get(name))))
                        .collect(Collectors.joining())))
        .collect(Collectors.joining("%n".formatted()));
  }

  private String line(String name, CommandLine command) {
    UsageMessageSpec usage = command.getCommandSpec().usageMessage();
    String[] said = usage.header().length > 0 ? usage.header() : usage.description();
    String header = String.join(" ", said).replace("%n", "");
    String indent = " ".repeat(NAME + 2);
    StringBuilder text = new StringBuilder();
    StringBuilder line = new StringBuilder("  %-13s".formatted(name));
    for (String word : header.strip().split(" ", -1)) {
      if (line.length() + 1 + word.length() > terminal.textWidth()) {
        text.append(line).append('\n');
        line = new StringBuilder(indent);
      }
      line.append(line.length() > indent.length() ? " " : "").append(word);
    }
    return text.append(line).append('\n').toString();
  }
}
