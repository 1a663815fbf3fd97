package io.windlass.cli.man;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.CommandRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManCommandTest {
  private Path pages = Path.of("");

  @BeforeEach
  void write(@TempDir Path directory) {
    pages = directory.resolve("share/man1");
    CommandRun run = CommandRun.of(Map.of(), "man", pages.toString());
    assertThat(run.status()).as(run.err()).isZero();
    assertThat(run.out()).contains("man pages are in " + pages);
  }

  private String page(String name) throws IOException {
    return Files.readString(pages.resolve(name + ".1"));
  }

  @Test
  void everyCommandHasAPageAndHiddenOnesHaveNone() throws IOException {
    List<String> commands =
        CommandRun.of(Map.of(), "--help")
            .out()
            .lines()
            .filter(line -> line.matches(" {2}[a-z]\\S* .*"))
            .map(line -> "windlass-" + line.strip().split(" ", -1)[0] + ".1")
            .toList();
    try (Stream<Path> files = Files.list(pages)) {
      assertThat(files.map(each -> each.getFileName().toString()))
          .hasSizeGreaterThan(20)
          .containsAll(commands)
          .contains("windlass.1", "windlass-keys-new.1")
          .doesNotContain("windlass-keeper.1");
    }
  }

  @Test
  void aPageSaysWhatTheHelpSays() throws IOException {
    assertThat(page("windlass-mount"))
        .startsWith(".TH \"windlass\\-mount\" 1 ")
        .contains(
            "\n.SH \"NAME\"\nwindlass\\-mount \\- Mount a bucket",
            "\n.SH \"SYNOPSIS\"\nwindlass mount ",
            "\n.SH \"ARGUMENTS\"\n",
            "\n.SH \"OPTIONS\"\n",
            "\\-\\-read\\-only",
            "\n.BR \"windlass\" (1)\n");
    assertThat(page("windlass"))
        .contains("\n.SH \"EXIT STATUS\"\n", "\n.B \"78\"\n", "\n.BR \"windlass\\-mount\" (1)\n");
    assertThat(page("windlass-csi")).contains("WINDLASS_CSI_STAGING");
  }

  /** No line is a request of roff that was not meant, and nothing of picocli's language is left. */
  @Test
  void nothingOfAHelpIsTakenForARequest() throws IOException {
    try (Stream<Path> files = Files.list(pages)) {
      for (Path each : files.toList()) {
        assertThat(Files.readAllLines(each))
            .as(each.toString())
            .allMatch(line -> !line.startsWith("'"))
            .allMatch(line -> line.matches("\\.(TH|SH|TP|PP|B|BR|nf|fi)( .*)?|[^.].*|"))
            .noneMatch(line -> line.contains("@|") || line.contains("${") || line.contains("%n"));
      }
    }
  }
}
