package io.windlass.cli.mount;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.windlass.cli.mount.MountedPlace.State;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.VolumeReport;
import java.nio.file.Path;
import java.util.List;
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
}
