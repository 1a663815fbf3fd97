package io.windlass.cli.man;

import io.windlass.cli.terminal.OptionNames;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The man page of a command. It says what {@code --help} says. */
record ManPage(CommandSpec command, String version) {

  /** Returns the pages of a command and of all below it, but for hidden ones. */
  static Stream<ManPage> all(CommandSpec command, String version) {
    return Stream.concat(
        Stream.of(new ManPage(command, version)),
        commands(command).flatMap(each -> all(each, version)));
  }

  private static Stream<CommandSpec> commands(CommandSpec command) {
    return command.subcommands().values().stream()
        .distinct()
        .map(CommandLine::getCommandSpec)
        .filter(each -> !each.usageMessage().hidden());
  }

  /** Returns the name of the page, like {@code windlass-mount}. */
  String name() {
    return command.qualifiedName("-");
  }

  /** Returns the page in the language of man(7). */
  String text() {
    UsageMessageSpec usage = command.usageMessage();
    List<String> header = said(usage.header());
    List<String> description = said(usage.description());
    boolean hasHeader = header.stream().anyMatch(line -> !line.isBlank());
    Roff page =
        new Roff()
            .title(name(), version)
            .section("NAME")
            .lines(List.of(name() + " - " + sentence(hasHeader ? header : description)))
            .section("SYNOPSIS")
            .lines(List.of(synopsis()));
    if (hasHeader && !description.isEmpty()) {
      page.section("DESCRIPTION").lines(description);
    }
    arguments(page);
    options(page);
    List<CommandSpec> commands = commands(command).toList();
    if (!commands.isEmpty()) {
      page.section("COMMANDS");
      commands.forEach(each ->
          page.term(
              each.qualifiedName(" "), List.of(sentence(said(shortly(each.usageMessage()))))));
    }
    Map<String, String> statuses = usage.exitCodeList();
    if (!statuses.isEmpty()) {
      page.section("EXIT STATUS");
      statuses.forEach((status, meaning) -> page.term(status.strip(), said(meaning)));
    }
    List<String> footer = said(usage.footer());
    if (footer.stream().anyMatch(line -> !line.isBlank())) {
      page.section("NOTES").lines(footer);
    }
    return seeAlso(page, commands).toString();
  }

  private void arguments(Roff page) {
    List<PositionalParamSpec> arguments =
        command.positionalParameters().stream().filter(each -> !each.hidden()).toList();
    if (!arguments.isEmpty()) {
      page.section("ARGUMENTS");
      arguments.forEach(each -> page.term(each.paramLabel(), meaning(each)));
    }
  }

  private void options(Roff page) {
    List<OptionSpec> options = command.options().stream().filter(each -> !each.hidden()).toList();
    if (!options.isEmpty()) {
      page.section("OPTIONS");
      options.forEach(each -> page.term(names(each), meaning(each)));
    }
  }

  private Roff seeAlso(Roff page, List<CommandSpec> commands) {
    page.section("SEE ALSO");
    if (command.parent() != null) {
      page.reference(command.parent().qualifiedName("-"));
    }
    commands.forEach(each -> page.reference(each.qualifiedName("-")));
    return page.lines(List.of("", "`%s --help`".formatted(command.qualifiedName())));
  }

  private String synopsis() {
    Help help = new Help(command, Help.defaultColorScheme(Ansi.OFF));
    return help.synopsis(0).replaceAll("\\s+", " ").strip();
  }

  private String names(OptionSpec option) {
    String value =
        option.arity().max() == 0
            ? ""
            : (option.longestName().startsWith("--") ? "=" : " ") + option.paramLabel();
    return String.join(", ", OptionNames.of(command, option)) + value;
  }

  private static List<String> meaning(ArgSpec argument) {
    return said(argument.description());
  }

  private static String[] shortly(UsageMessageSpec usage) {
    return usage.header().length > 0 ? usage.header() : usage.description();
  }

  /** Returns the first sentence, without its full stop, as man-pages(7) wants it. */
  private static String sentence(List<String> lines) {
    return lines.stream()
        .map(String::strip)
        .takeWhile(line -> !line.isEmpty())
        .collect(Collectors.joining(" "))
        .replaceFirst("\\.(\\s.*)?$", "");
  }

  /** Returns lines as the help prints them, without colours. */
  private static List<String> said(String... lines) {
    return Arrays.stream(lines)
        .flatMap(line -> Ansi.OFF.string(line.formatted()).lines())
        .map(String::stripTrailing)
        .toList();
  }
}
