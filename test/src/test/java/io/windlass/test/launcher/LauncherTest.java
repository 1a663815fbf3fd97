package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.config.SpecLevel;
import io.windlass.cosi.sanity.wire.ApiRevision;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class LauncherTest {
  @Test
  void helpListsTheCommands() {
    Outcome help = Launch.inThisJvm("--help").run();

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
    Outcome version = Launch.inThisJvm("version", "--json").run();

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
    Outcome misspelt = Launch.inThisJvm("vershun").run();
    Outcome unknown = Launch.inThisJvm("version", "--verbose").run();
    Outcome none = Launch.inThisJvm().run();

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
      Files.createSymbolicLink(bare.resolve(tool), Programs.require(tool));
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

  /** The launcher says with which arguments it would start java. */
  @Test
  void aCacheIsForTheJarsThatItWasMadeOf(@TempDir Path home) throws IOException {
    Path launcher = home.resolve("bin/windlass");
    for (String file : List.of("bin/windlass", "lib/find-jdk.sh")) {
      Files.createDirectories(home.resolve(file).getParent());
      Files.copy(
          Launch.distribution().resolve(file),
          home.resolve(file),
          StandardCopyOption.COPY_ATTRIBUTES);
    }
    Path jar = Files.writeString(home.resolve("lib/windlass.jar"), "one");
    Files.writeString(home.resolve("lib/windlass-engine.jar"), "other");
    Path sum = home.resolve("lib/windlass.aot.jars");
    for (String cache : List.of("windlass", "windlass-keeper", "windlass-mounter")) {
      Files.writeString(home.resolve("lib/%s.aot".formatted(cache)), "cache");
    }
    String property = "-Dwindlass.jars=";
    String jars =
        arguments(launcher, "aot")
            .filter(argument -> argument.startsWith(property))
            .findFirst()
            .orElseThrow()
            .substring(property.length());

    assertThat(caches(launcher)).as("nobody knows of which jars they are").isEmpty();
    Files.writeString(sum, jars + "\n");
    assertThat(caches(launcher))
        .containsExactly("windlass.aot", "windlass-keeper.aot", "windlass-mounter.aot");
    Files.writeString(jar, "two");
    assertThat(caches(launcher)).as("a jar is another").isEmpty();
    Files.writeString(jar, "one");
    assertThat(caches(launcher)).hasSize(3);
    Files.createFile(home.resolve("lib/library-2.jar"));
    assertThat(caches(launcher)).as("a library has another version").isEmpty();
  }

  private static List<String> caches(Path launcher) {
    return Stream.of("csi", "version", "mounter")
        .flatMap(command -> arguments(launcher, command))
        .filter(argument -> argument.startsWith("-XX:AOTCache="))
        .map(argument -> argument.substring(argument.lastIndexOf('/') + 1))
        .toList();
  }

  private static Stream<String> arguments(Path launcher, String command) {
    Outcome outcome =
        Launch.of(List.of(launcher.toString(), command))
            .with("WINDLASS_ARGUMENTS_FOR", "x86_64")
            .run();
    assertThat(outcome.err()).isEmpty();
    return outcome.out().lines();
  }
}
