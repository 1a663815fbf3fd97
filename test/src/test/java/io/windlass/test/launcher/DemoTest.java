package io.windlass.test.launcher;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.windlass.test.launcher.Launch.Outcome;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {
  @Test
  void itTellsTheWholeStoryAndLeavesNothing(@TempDir Path temporary) throws IOException {
    Outcome demo = demo(Launch.windlass("demo"), temporary);

    told(demo, temporary);
    if (canMount()) {
      assertThat(demo.out())
          .contains(
              "NodeStageVolume",
              "\"COSI_S3_ACCESS_SECRET_KEY\": \"***\"",
              "in orders: cat invoice.txt",
              "\"5 apples, 7 pears\"",
              "CreateSnapshot",
              "in copy: cat order.txt",
              "NodeUnstageVolume")
          .doesNotContain("left out");
    } else {
      assertThat(demo.out()).contains("left out").doesNotContain("NodeStageVolume");
    }
  }

  @Test
  void withoutRightsToMountItSaysSoAndGoesOn(@TempDir Path temporary) throws IOException {
    assumeTrue(canMount(), "mounting needs the rights of root, and /dev/fuse");
    Launch demo = Launch.windlass("demo");
    List<String> command =
        new ArrayList<>(
            List.of("setpriv", "--inh-caps=-sys_admin", "--bounding-set=-sys_admin", "--"));
    command.addAll(demo.command());
    Outcome outcome = demo(new Launch(command, demo.environment()), temporary);

    told(outcome, temporary);
    assertThat(outcome.out())
        .contains("left out", "root's rights")
        .doesNotContain("NodeStageVolume");
  }

  @Test
  void interruptedWhileVolumesAreMountedItLeavesNothing(@TempDir Path temporary)
      throws IOException {
    assumeTrue(canMount(), "mounting needs the rights of root, and /dev/fuse");
    Path output = temporary.resolve("output");
    Path place = Files.createDirectory(temporary.resolve("place"));
    try (Running demo = withPlace(Launch.windlass("demo"), place).start(output)) {
      await()
          .atMost(Duration.ofMinutes(3))
          .failFast(() -> assertThat(demo.process().isAlive()).as(demo.said()).isTrue())
          .until(() -> demo.said().contains("in orders: cat greeting.txt"));
      demo.stop();
    }

    assertThat(place).isEmptyDirectory();
    assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(place.toString());
    assertThat(ProcessHandle.allProcesses().filter(each -> mentions(each, place))).isEmpty();
  }

  private static boolean mentions(ProcessHandle process, Path place) {
    try {
      return Files.readString(
              Path.of("/proc", Long.toString(process.pid()), "cmdline"),
              StandardCharsets.ISO_8859_1)
          .contains(place.toString());
    } catch (IOException e) {
      return false; // it has just ended
    }
  }

  /** As root of this system, with CAP_SYS_ADMIN, which is bit 21. */
  private static boolean canMount() throws IOException {
    return Files.exists(Path.of("/dev/fuse"))
        && Files.readAllLines(Path.of("/proc/self/status")).stream()
            .filter(line -> line.startsWith("CapEff:"))
            .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
            .anyMatch(capabilities -> (capabilities >> 21 & 1) == 1);
  }

  private static Launch withPlace(Launch launch, Path temporary) {
    return launch
        .with("TMPDIR", temporary.toString())
        .with("WINDLASS_BACKENDS", "somebody-elses")
        .with("COSI_ENDPOINT", "unix:///somebody/elses.sock")
        .with("CSI_ENDPOINT", "unix:///somebody/elses.sock");
  }

  private static Outcome demo(Launch launch, Path temporary) {
    return withPlace(launch, temporary).run();
  }

  private static void told(Outcome demo, Path temporary) {
    assertThat(demo.status()).as(demo.out() + demo.err()).isZero();
    assertThat(demo.err()).isEmpty();
    assertThat(demo.out())
        .contains(
            "ALREADY_EXISTS",
            "403 AccessDenied",
            "kill -9",
            "403 InvalidAccessKeyId",
            "FAILED_PRECONDITION",
            "Nothing is left",
            "All as promised",
            "windlass call")
        .doesNotContain("\033", "✗");
    assertThat(demo.out().lines())
        .filteredOn(line -> !line.contains(temporary.toString()) && !line.contains("alias"))
        .allMatch(line -> line.length() <= 100);
    assertThat(temporary).isEmptyDirectory();
  }
}
