package io.windlass.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ImageLauncherTest {
  private static final Map<String, String> SET =
      Map.of("WINDLASS_JAVA_OPTS", " -Xmx1g  -Da=b ", "WINDLASS_MOUNTER_JAVA_OPTS", "-Xmx2g");

  @Test
  void aDriverHasItsOptionsAlready() {
    assertThat(options(Map.of(), "csi")).isEmpty();
    assertThat(options(Map.of())).isEmpty();
    assertThat(options(Map.of("WINDLASS_MOUNTER_JAVA_OPTS", "-Xmx2g"), "csi")).isEmpty();
  }

  @Test
  void optionsOfItsUserComeAfterItsOwn() {
    assertThat(options(SET, "csi"))
        .contains(List.of("@/windlass/lib/driver.options", "-Xmx1g", "-Da=b"));
  }

  @Test
  void aMounterHasOthers() {
    assertThat(options(Map.of(), "mounter", "/run"))
        .contains(List.of("@/windlass/lib/mounter.options"));
    assertThat(options(SET, "mounter", "/run"))
        .contains(List.of("@/windlass/lib/mounter.options", "-Xmx2g"));
  }

  private static Optional<List<String>> options(
      Map<String, String> environment, String... command) {
    return ImageLauncher.options(Path.of("/windlass"), List.of(command), environment);
  }
}
