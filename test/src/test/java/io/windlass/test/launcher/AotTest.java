package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.testing.LongForm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@LongForm(
    gate = {
      "LauncherTest.versionSaysWhatRuns",
      "LauncherTest.itRunsThroughALinkFromAPathWithSpaces",
      "LauncherTest.aCacheIsForTheJarsThatItWasMadeOf"
    },
    reason = "training runs each command, for a minute")
class AotTest {
  /** Has the JVM refuse to run without a cache that fits. */
  private static final String STRICT = "-XX:AOTMode=on";

  private static final List<String> CACHES =
      List.of("windlass.aot", "windlass-keeper.aot", "windlass-mounter.aot");

  @Test
  void anInstallationCanBeTrained(@TempDir Path directory) throws IOException {
    Path copy = directory.resolve("an installation");
    Outcome copied =
        Launch.of(List.of("cp", "-pR", Launch.distribution().toString(), copy.toString())).run();
    assertThat(copied.status()).as(copied.err()).isZero();
    for (String cache : CACHES) {
      Files.deleteIfExists(copy.resolve("lib").resolve(cache));
    }
    String windlass = copy.resolve("bin/windlass").toString();

    Outcome training = Launch.of(List.of(windlass, "aot")).run();
    assertThat(training.status()).as(training.out() + training.err()).isZero();
    try (var files = Files.list(copy.resolve("lib"))) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .filteredOn(name -> name.contains(".aot"))
          .containsExactlyInAnyOrderElementsOf(files());
    }
    for (String cache : CACHES) {
      assertThat(copy.resolve("lib").resolve(cache)).isNotEmptyFile();
    }

    Launch driver = Launch.of(List.of(windlass, "csi", "--help"));
    assertThat(driver.with("WINDLASS_JAVA_OPTS", STRICT).run().status()).isZero();
    Launch version = Launch.of(List.of(windlass, "version"));
    assertThat(version.with("WINDLASS_JAVA_OPTS", STRICT).run().status()).isZero();
    Launch mounter = Launch.of(List.of(windlass, "mounter", "--help"));
    assertThat(mounter.with("WINDLASS_MOUNTER_JAVA_OPTS", STRICT).run().status()).isZero();

    Path jar = copy.resolve("lib/windlass.jar");
    Files.setLastModifiedTime(jar, FileTime.fromMillis(0));
    assertThat(version.with("WINDLASS_JAVA_OPTS", STRICT).run().status()).isZero();
    // What follows the end of a jar is no part of it, to the JVM.
    Files.write(jar, new byte[1], StandardOpenOption.APPEND);
    for (Launch launch : List.of(driver, version, mounter)) {
      assertThat(launch.with("WINDLASS_ARGUMENTS_FOR", "x86_64").run().out())
          .contains("io.windlass.cli.Main")
          .doesNotContain("-XX:AOTCache");
    }
    Outcome without = version.run();
    assertThat(without.status()).isZero();
    assertThat(without.out()).startsWith("windlass ");
    assertThat(without.err()).as("a cache that does not fit is passed over").isEmpty();
  }

  private static List<String> files() {
    List<String> files = new ArrayList<>(CACHES);
    files.add("windlass.aot.jars");
    return files;
  }
}
