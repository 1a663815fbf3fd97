package io.windlass.cli.stats;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.cli.terminal.JsonText;
import io.windlass.proto.mounter.Activity;
import io.windlass.proto.mounter.OperationReport;
import io.windlass.proto.mounter.Report;
import io.windlass.proto.mounter.VolumeReport;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The clock is that of the reports. */
class MountStatsTest {
  private static final VolumeReport BEFORE =
      VolumeReport.newBuilder()
          .setRequests(100)
          .setBytesRead(1 << 20)
          .setActivity(
              Activity.newBuilder()
                  .addOperations(operation("lookup", 0, 50_000, 100, 0, 0))
                  .addCalls(operation("get", 0, 10_000, 1, 0, 0)))
          .build();

  /** A name that was looked up once in 2 s, and 200 reads of which 2 were slow. */
  private static final VolumeReport NOW =
      VolumeReport.newBuilder()
          .setRequests(301)
          .setBytesRead(25 << 20)
          .setBytesFetched(6 << 20)
          .setActivity(
              Activity.newBuilder()
                  .addOperations(operation("lookup", 0, 50_700, 101, 0, 0))
                  .addOperations(operation("read", 2, 1_000_000, 0, 197, 3)))
          .build();

  private static OperationReport operation(String name, long errors, long micros, long... counts) {
    OperationReport.Builder report =
        OperationReport.newBuilder()
            .setOperation(name)
            .setErrors(errors)
            .setTotalUs(micros)
            .addAllBoundsUs(List.of(1_000L, 5_000L));
    for (long count : counts) {
      report.addCounts(count);
    }
    return report.build();
  }

  private static Report report(long pid, long millis, VolumeReport volume) {
    return Report.newBuilder().setPid(pid).setAgeMs(millis).addVolumes(volume).build();
  }

  private static MountStats stats() {
    VolumeReport.Builder now = NOW.toBuilder();
    now.getActivityBuilder()
        .addCalls(operation("get", 0, 70_000, 1, 6, 0))
        .addCalls(operation("put", 3, 9_000_000, 0, 0, 3));
    return MountStats.between(report(7, 1_000, BEFORE), report(7, 3_000, now.build()))
        .orElseThrow();
  }

  @Test
  void aLineFitsItsHeadingsAndEightyColumns() {
    assertThat(StatsLines.HEADINGS)
        .containsExactly(
            "   names        read       write       other      bytes/s    server/s   cached",
            "   /s    ms    /s    ms    /s    ms    /s    ms  read write   asked fail");
    assertThat(StatsLines.line(stats()))
        .isEqualTo(
            "  0.5   0.7   100     5     0     -     0     -   12M    0B     4.5  1.5     75%");
    assertThat(StatsLines.none())
        .isEqualTo(
            "    -     -     -     -     -     -     -     -     -     -       -    -       -");
    assertThat(StatsLines.HEADINGS).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
  }

  @Test
  void theTableHasEachOperationAndABoundOfMostOfItsTimes() {
    assertThat(StatsLines.table(stats()))
        .containsExactly(
            "OF      OPERATION   /S  MEAN MS  P99 MS  ERRORS/S",
            "kernel  lookup     0.5      0.7  <1             0",
            "kernel  read       100        5  >5             1",
            "server  get          3       10  <5             0",
            "server  put        1.5     3000  >5           1.5");
  }

  @Test
  void programsGetFieldsOnOneLine() {
    assertThat(JsonText.onOneLine(stats().fields()))
        .contains(
            "\"seconds\":2.0,\"bytesReadPerSecond\":1.2582912E7",
            "\"read\":{\"perSecond\":100.0,\"errorsPerSecond\":1.0,\"meanMillis\":5.0}",
            "\"server\":{\"get\":{\"perSecond\":3.0,\"errorsPerSecond\":0.0,\"meanMillis\":10.0,"
                + "\"p99Millis\":5.0}")
        .doesNotContain("\n", "write\"");
  }

  @Test
  void figuresAreUnknownAcrossProcessesAndWithoutCounters() {
    Report first = report(7, 1_000, BEFORE);
    assertThat(MountStats.between(first, report(7, 3_000, NOW))).isPresent();
    assertThat(MountStats.between(first, report(8, 3_000, NOW))).as("another process").isEmpty();
    assertThat(MountStats.between(report(7, 1_000, NOW), report(7, 3_000, BEFORE)))
        .as("mounted anew")
        .isEmpty();
    VolumeReport older = NOW.toBuilder().clearActivity().build();
    assertThat(MountStats.between(first, report(7, 3_000, older))).as("no counters").isEmpty();
    assertThat(MountStats.between(first, Report.newBuilder().setPid(7).setAgeMs(9_000).build()))
        .as("unmounted")
        .isEmpty();
  }
}
