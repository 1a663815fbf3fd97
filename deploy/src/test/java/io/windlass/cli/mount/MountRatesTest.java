package io.windlass.cli.mount;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.windlass.cli.mount.MountedPlace.State;
import io.windlass.cli.terminal.Terminal;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.Unpublished;
import io.windlass.proto.mounter.VolumeReport;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MountRatesTest {
  private static MountedPlace place(String directory, String own, long seconds, long bytes) {
    VolumeReport volume =
        VolumeReport.newBuilder().setId(own).setMountPoint(own).setBytesRead(bytes).build();
    return new MountedPlace(
        Path.of(directory),
        "s3://bucket/",
        new State.Reported(
            true, Report.newBuilder().setPid(7).setAgeMs(seconds * 1000).build(), volume));
  }

  private static MountSurvey.Found look(long seconds, long bytes) {
    return new MountSurvey.Found(
        List.of(
            place("/pods/1/mount", "/staged", seconds, bytes),
            place("/staged", "/staged", seconds, bytes),
            place("/pods/2/mount", "/staged", seconds, bytes),
            place("/other", "/other", seconds, 10 * bytes),
            new MountedPlace(
                Path.of("/dead"), "s3://gone/", new State.Unreported("dead", "", false))),
        Set.of(),
        0);
  }

  @Test
  void aVolumeThatIsMountedAtSeveralPlacesCountsOnce() {
    MountSurvey.Found now = look(2, 200);
    List<MountRates.Rate> busiest = MountRates.begin(look(1, 100)).next(now).busiest(now);
    assertThat(busiest)
        .extracting(each -> each.place().directory().toString(), MountRates.Rate::read)
        .containsExactly(tuple("/other", 1000.0), tuple("/staged", 100.0), tuple("/dead", 0.0));
  }

  @Test
  void aMountWhoseOperationsFailSaysSoAndWhatIsNotSent() {
    VolumeReport volume =
        VolumeReport.newBuilder()
            .setTrouble("AccessDenied: the key was revoked")
            .setErrors(3)
            .setUnpublished(Unpublished.newBuilder().setFiles(2).setBytes(12 << 20))
            .build();
    MountedPlace place =
        new MountedPlace(
            Path.of("/mnt/photos"),
            "s3://photos/2026/",
            new State.Reported(true, Report.getDefaultInstance(), volume));
    assertThat(printed(place, 120))
        .containsExactly(
            "DIRECTORY    BUCKET             STATE    READ  WRITTEN  UNSENT  OPEN  ERRORS",
            "/mnt/photos  s3://photos/2026/  failing   0 B      0 B  12 MiB     0       3",
            "  failing: AccessDenied: the key was revoked");
    assertThat(printed(place, 60).get(1))
        .isEqualTo("/mnt/photos  s3://photos/2026/  failing  12 MiB       3");
    assertThat(MountFields.of(place))
        .containsEntry("state", "failing")
        .containsEntry("unsentBytes", 12L << 20)
        .containsEntry("unsentFiles", 2L);
  }

  private static List<String> printed(MountedPlace place, int width) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PrintStream out = new PrintStream(bytes, true, UTF_8)) {
      Terminal terminal = new Terminal(out, out, Map.of(), false, true, width);
      new MountLines(terminal, false, width)
          .show(new MountSurvey.Found(List.of(place), Set.of(), 0));
    }
    return bytes.toString(UTF_8).lines().toList();
  }
}
