package io.windlass.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlaceTest {
  private static final Minio MINIO = new Minio();

  @TempDir private Path directory;

  @Test
  void findsTheExecutableOnThePath() throws IOException {
    Path file = executable("minio");
    String path = directory.resolve("missing") + "::" + directory;

    assertThat(find(Map.of("PATH", path))).isEqualTo(new Place.Executable(file));
  }

  @Test
  void findsWhatContinuousIntegrationGot() throws IOException {
    Path file = executable("minio-v2");
    executable("minio-v1");

    assertThat(find(Map.of("WINDLASS_CI_CACHE", directory.toString())))
        .isEqualTo(new Place.Executable(file));
  }

  @Test
  void prefersTheExecutableThatTheEnvironmentNames() throws IOException {
    executable("minio");
    Path named = executable("another");

    assertThat(find(Map.of("PATH", directory.toString(), "WINDLASS_TEST_MINIO", named.toString())))
        .isEqualTo(new Place.Executable(named));
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(find(Map.of("PATH", directory.toString())))
        .isEqualTo(new Place.Nowhere("there is no 'minio' on PATH"));
    assertThat(find(Map.of("WINDLASS_TEST_MINIO", directory.resolve("none").toString())))
        .isEqualTo(new Place.Nowhere("WINDLASS_TEST_MINIO names no executable file"));
  }

  @Test
  void aSharedServerIsSaidToBeUsed() {
    Place process = new Place.Executable(Path.of("/bin/minio"));

    assertThat(RealServerExtension.sentence(MINIO, process, false))
        .isEqualTo("MinIO is tested as a process of /bin/minio.");
    assertThat(RealServerExtension.sentence(MINIO, process, true))
        .isEqualTo(
            "MinIO is tested on the server of this run and, where a test needs its own, as a"
                + " process of /bin/minio.");
  }

  @Test
  void refusesAPlaceThatItDoesNotKnow() {
    assertThatThrownBy(() -> Place.find(MINIO, Map.of("WINDLASS_TEST_SERVERS", "cloud")))
        .hasMessage("WINDLASS_TEST_SERVERS is neither container nor process");
  }

  private static Place find(Map<String, String> environment) {
    Map<String, String> all = new HashMap<>(environment);
    all.put("WINDLASS_TEST_SERVERS", "process");
    return Place.find(MINIO, all);
  }

  private Path executable(String name) throws IOException {
    return Files.createFile(
        directory.resolve(name),
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }
}
