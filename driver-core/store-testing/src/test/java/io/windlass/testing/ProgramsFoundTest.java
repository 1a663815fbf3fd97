package io.windlass.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

class ProgramsFoundTest {
  @TempDir private Path directory;

  @Test
  void aVariableComesBeforeThePathAndThePathBeforeTheCache() throws IOException {
    Path named = executable("another");
    Path onPath = executable("path/helm");
    Path cached = executable("cache/helm-v3");
    Files.createDirectory(directory.resolve("cache/helm-v4"));
    String path = directory.resolve("path").toString();
    String cache = directory.resolve("cache").toString();

    assertThat(new Programs(Map.of("WINDLASS_CI_CACHE", cache)).file("helm")).isEqualTo(cached);
    Map<String, String> both = Map.of("WINDLASS_CI_CACHE", cache, "PATH", path);
    assertThat(new Programs(both).file("helm")).isEqualTo(onPath);
    Map<String, String> all = Map.of("PATH", path, "WINDLASS_TEST_HELM", named.toString());
    assertThat(new Programs(all).file("helm")).isEqualTo(named);
  }

  @Test
  void programsOfTheJdkNeedNoPath() {
    assertThat(Programs.command(List.of("java", "-version")))
        .containsExactly(System.getProperty("java.home") + "/bin/java", "-version");
    assertThat(Programs.command(List.of("/bin/x", "y"))).containsExactly("/bin/x", "y");
  }

  @Test
  void oneThatIsMissingSkipsTheTestAndFailsItInContinuousIntegration() {
    Map<String, String> nothing = Map.of("PATH", directory.toString());
    String sentence =
        "Not tested for want of promtool: there is no 'promtool' on PATH: install it, or call"
            + " .ci/run.";

    assertThatThrownBy(() -> new Programs(nothing).file("promtool"))
        .isInstanceOf(TestAbortedException.class)
        .hasMessage(sentence);
    assertThatThrownBy(() -> new Programs(Map.of("CI", "true")).file("promtool"))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage(sentence + " With CI=true that is a failure.");
    assertThatThrownBy(() -> new Programs(Map.of("WINDLASS_TEST_HELM", "/none")).file("helm"))
        .hasMessageContaining("for want of helm: WINDLASS_TEST_HELM names no executable file");
  }

  private Path executable(String name) throws IOException {
    Path file = directory.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.createFile(
        file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }
}
