package io.windlass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.terminal.Terminal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

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
}
