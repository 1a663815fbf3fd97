package io.windlass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

class HelpTest {
  @Test
  void everyCommandIsInOneGroup() {
    Terminal terminal =
        new Terminal(System.out, System.err, Map.of(), false, false, Terminal.WIDTH);
    List<String> commands =
        Windlass.commandLine(terminal).getSubcommands().values().stream()
            .distinct()
            .map(CommandLine::getCommandSpec)
            .filter(command -> !command.usageMessage().hidden())
            .map(command -> command.name())
            .toList();
    assertThat(CommandGroups.all()).doesNotHaveDuplicates().hasSameElementsAs(commands);
  }

  @Test
  void aCommandIsMadeWithoutTheOthersUnlessItIsAboutThem() {
    assertThat(Commands.needed("version", "help")).containsExactly("version");
    assertThat(Commands.needed("mounter", "--help")).containsExactly("mounter");
    assertThat(
            List.of(
                Commands.needed(),
                Commands.needed("--help"),
                Commands.needed("help", "version"),
                Commands.needed("completion"),
                Commands.needed("man"),
                Commands.needed("versoin")))
        .allMatch(Commands.NAMES::equals);
  }

  @Test
  void theHelpFitsTheTerminal() {
    CommandRun help = CommandRun.at(80, Map.of(), "--help");
    assertThat(help.status()).isZero();
    assertThat(help.out())
        .contains("\nServe:\n  cosi         Serve COSI", "\nMount:\n  mount        Mount a bucket");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 80);
  }

  @Test
  void everyOptionIsInTheCompletionAndInTheManPage(@TempDir Path directory) throws IOException {
    CommandRun completing = CommandRun.of(Map.of(), "completion");
    assertThat(completing.status()).as(completing.err()).isZero();
    assertThat(CommandRun.of(Map.of(), "man", directory.toString()).status()).isZero();
    Terminal terminal =
        new Terminal(System.out, System.err, Map.of(), false, false, Terminal.WIDTH);
    for (CommandSpec command : commands(Windlass.commandLine(terminal))) {
      String name = command.qualifiedName("-");
      String page = Files.readString(directory.resolve(name + ".1")).replace("\\", "");
      String function =
          after(
              completing.out(),
              "function _picocli_%s()".formatted(command.qualifiedName("_").replace("-", "")));
      String completion = function.substring(0, function.indexOf("\n}"));
      for (OptionSpec option : command.options()) {
        if (!option.hidden()) {
          assertThat(completion + " ").as(name).contains(option.longestName());
          assertThat(page).as(name).contains(option.longestName());
          if (option.auxiliaryTypes()[0].equals(Path.class)) {
            assertThat(completion)
                .as("files for %s %s", name, option.longestName())
                .containsPattern(
                    "'%s'(\\|'[^']+')*\\)\n[^;]*compgen -f".formatted(option.longestName()));
          }
        }
      }
      command
          .negatedOptionsMap()
          .keySet()
          .forEach(negated -> {
            assertThat(completion).as(name).contains(negated);
            assertThat(page).as(name).contains(negated);
          });
    }
  }

  private static String after(String text, String beginning) {
    return text.substring(text.indexOf(beginning) + beginning.length());
  }

  private static List<CommandSpec> commands(CommandLine command) {
    return Stream.concat(
            Stream.of(command.getCommandSpec()),
            command.getSubcommands().values().stream().flatMap(each -> commands(each).stream()))
        .filter(each -> !each.usageMessage().hidden())
        .toList();
  }
}
