package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.config.SpecLevel;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.test.launcher.Launch.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LauncherTest {
  @Test
  void helpListsTheCommands() {
    Outcome help = Launch.windlass("--help").run();

    assertThat(help.status()).isZero();
    assertThat(help.out()).contains("Usage: windlass", "windlass demo", "version");
    assertThat(help.out().lines()).allMatch(line -> line.length() <= 100);
    assertThat(help.err()).isEmpty();
  }

  @Test
  void versionSaysWhatRuns() {
    Outcome version = Launch.windlass("version").run();

    assertThat(version.status()).isZero();
    assertThat(version.out()).startsWith("windlass ").contains("JDK   25");
    assertThat(version.out().lines().filter(line -> line.startsWith("COSI ")).findFirst())
        .hasValueSatisfying(line ->
            assertThat(line)
                .contains(Arrays.stream(ApiRevision.values()).map(ApiRevision::label).toList()));
    assertThat(version.out().lines().filter(line -> line.startsWith("CSI ")).findFirst())
        .hasValueSatisfying(line ->
            assertThat(line)
                .contains(Arrays.stream(SpecLevel.values()).map(SpecLevel::toString).toList()));
    assertThat(version.err()).isEmpty();
  }

  @Test
  void versionIsThereForPrograms() {
    Outcome version = Launch.windlass("version", "--json").run();

    assertThat(version.status()).isZero();
    JsonNode facts = new JsonMapper().readTree(version.out());
    assertThat(facts.path("version").asString()).isNotEmpty();
    assertThat(facts.path("commit").asString()).isNotEmpty();
    assertThat(facts.path("csi").valueStream().map(JsonNode::asString))
        .containsExactly(
            Arrays.stream(SpecLevel.values()).map(SpecLevel::toString).toArray(String[]::new));
    assertThat(facts.path("jdk").asString()).startsWith("25");
  }

  @Test
  void aWrongCommandLineIsToldInALineOrTwo() {
    Outcome misspelt = Launch.windlass("vershun").run();
    Outcome unknown = Launch.windlass("version", "--verbose").run();
    Outcome none = Launch.windlass().run();

    assertThat(misspelt.status()).isEqualTo(2);
    assertThat(misspelt.err())
        .contains("there is no command 'vershun'", "Did you mean version?")
        .hasLineCount(2);
    assertThat(unknown.status()).isEqualTo(2);
    assertThat(unknown.err()).contains("--verbose", "windlass version --help").hasLineCount(2);
    assertThat(none.status()).isEqualTo(2);
    assertThat(none.err()).contains("windlass --help").hasLineCount(1);
  }

  @Test
  void withoutAJdkThereIsOneSentence(@TempDir Path bare) throws IOException {
    for (String tool : List.of("dirname", "readlink", "grep", "env")) {
      Files.createSymbolicLink(bare.resolve(tool), which(tool));
    }
    Outcome outcome =
        Launch.windlass("version")
            .without("JAVA_HOME")
            .with("PATH", bare.toString())
            .with("WINDLASS_JDK_DIRS", bare.toString())
            .run();

    assertThat(outcome.status()).isEqualTo(1);
    assertThat(outcome.out()).isEmpty();
    assertThat(outcome.err()).startsWith("Windlass needs a JDK 25").hasLineCount(1);
  }

  @Test
  void aJdkIsFoundWhereItIsSaidToBe(@TempDir Path jdks) throws IOException {
    Files.createDirectory(jdks.resolve("not a jdk"));
    Files.createSymbolicLink(jdks.resolve("the jdk"), Path.of(System.getProperty("java.home")));
    Outcome outcome =
        Launch.windlass("version")
            .without("JAVA_HOME")
            .with("PATH", "/usr/bin:/bin")
            .with("WINDLASS_JDK_DIRS", "/nowhere:" + jdks)
            .run();

    assertThat(outcome.status()).as(outcome.err()).isZero();
  }

  @Test
  void itRunsThroughALinkFromAPathWithSpaces(@TempDir Path directory) throws IOException {
    Path link = directory.resolve("a link to windlass");
    Files.createSymbolicLink(link, Launch.distribution().resolve("bin/windlass"));

    Outcome outcome = Launch.of(List.of(link.toString(), "version")).run();

    assertThat(outcome.status()).as(outcome.err()).isZero();
  }

  @Test
  void theTopLevelScriptRunsWhatIsBuilt(@TempDir Path directory) throws IOException {
    Path link = directory.resolve("a link to windlass");
    Files.createSymbolicLink(link, Launch.root().resolve("windlass"));

    Outcome outcome = Launch.of(List.of(link.toString(), "version")).run();

    assertThat(outcome.status()).as(outcome.err()).isZero();
    assertThat(outcome.out()).startsWith("windlass ");
    assertThat(outcome.err()).as("nothing to build").isEmpty();
  }

  private static Path which(String tool) {
    return List.of("/usr/bin", "/bin").stream()
        .map(directory -> Path.of(directory, tool))
        .filter(Files::isExecutable)
        .findFirst()
        .orElseThrow();
  }
}
