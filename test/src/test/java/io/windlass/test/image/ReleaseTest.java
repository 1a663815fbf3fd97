package io.windlass.test.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import io.windlass.test.launcher.Running;
import io.windlass.testing.LongForm;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code deploy/release}, on a clone of this commit. */
@LongForm(
    gate = {"ImageLauncherTest", "ChartTest"},
    reason = "a release builds everything, which takes minutes, and here twice")
class ReleaseTest {
  private static final String VERSION = "0.1.0-SNAPSHOT";

  @TempDir Path scratch;

  @Test
  void aReleaseIsWholeAfterARunThatDied() throws IOException {
    Path directory = scratch.resolve("release");
    Launch release = release(directory);
    try (Running run = release.start(scratch.resolve("log"))) {
      Path image = Path.of(directory + ".unfinished").resolve(image());
      run.until("the image is packed", () -> Files.exists(image));
      List<ProcessHandle> below = run.process().descendants().toList();
      run.process()
          .destroyForcibly(); // first, so that it does not go on when what it waits for ends
      below.forEach(ProcessHandle::destroyForcibly);
      run.status();
    }
    assertThat(names(directory)).as("of a run that died").isEmpty();

    Outcome again = release.run();
    assertThat(again.status()).as(again.out() + again.err()).isZero();
    assertThat(names(scratch)).contains("release").doesNotContain("release.unfinished");
    assertThat(names(directory))
        .contains(
            image(),
            "windlass-%s-linux-amd64.tar.xz".formatted(VERSION),
            "windlass-%s-amd64.cdx.json".formatted(VERSION),
            "windlass.yaml",
            "windlass-crds.yaml",
            "images.txt")
        .anyMatch(name -> name.endsWith("_amd64.deb"));
    Outcome sums =
        Launch.of(
                List.of(
                    "sh", "-c", "cd \"$0\" && sha256sum --check SHA256SUMS", directory.toString()))
            .run();
    assertThat(sums.status()).as(sums.out() + sums.err()).isZero();
    String provenance =
        Files.readString(directory.resolve("windlass-%s.intoto.json".formatted(VERSION)));
    assertThat(names(directory))
        .filteredOn(name -> !name.equals("SHA256SUMS") && !name.endsWith(".intoto.json"))
        .allSatisfy(name -> assertThat(provenance).contains("\"name\": \"" + name + "\""));

    Outcome third = release.run();
    assertThat(third.status()).isEqualTo(1);
    assertThat(third.err()).contains("is not empty");
  }

  private Launch release(Path directory) {
    Path source = scratch.resolve("source");
    Outcome clone =
        Launch.of(List.of("git", "clone", "--quiet", Launch.root().toString(), source.toString()))
            .run();
    assertThat(clone.status()).as(clone.err()).isZero();
    return Launch.of(List.of(source.resolve("deploy/release").toString(), directory.toString()))
        .with("HELM", Programs.require("helm").toString());
  }

  private static String image() {
    return "windlass-%s-image.oci.tar".formatted(VERSION);
  }

  private static List<String> names(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(file -> file.getFileName().toString()).toList();
    }
  }
}
