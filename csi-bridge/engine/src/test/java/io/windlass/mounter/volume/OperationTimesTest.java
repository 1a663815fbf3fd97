package io.windlass.mounter.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.linux.Errno;
import io.windlass.proto.mounter.OperationReport;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class OperationTimesTest {
  private final OperationTimes<Operation> times = OperationTimes.ofRequests();

  @Test
  void countsByOperationAndTime() {
    assertThat(times.reports()).isEmpty();
    times.answered(Operation.READ, 100_000);
    times.answered(Operation.READ, Duration.ofMillis(3).toNanos());
    times.answered(Operation.READ, Duration.ofHours(1).toNanos());
    times.answered(Operation.WRITE, 1);
    List<OperationReport> reports = times.reports();
    assertThat(reports).extracting(OperationReport::getOperation).containsExactly("read", "write");
    OperationReport read = reports.getFirst();
    assertThat(read.getBoundsUsList()).isSorted().contains(100L, 1_000L, 5_000L);
    assertThat(read.getCountsCount()).isEqualTo(read.getBoundsUsCount() + 1);
    assertThat(read.getCountsList().getFirst()).as("the bound is within").isEqualTo(1);
    assertThat(read.getCounts(read.getBoundsUsList().indexOf(5_000L))).isEqualTo(1);
    assertThat(read.getCountsList().getLast()).as("longer than all bounds").isEqualTo(1);
    assertThat(read.getTotalUs()).isEqualTo(3_600_003_100L);
  }

  @Test
  void whatIsNotThereIsNoError() {
    RequestCounters counters = new RequestCounters(times);
    counters.answered(Operation.LOOKUP, System.nanoTime());
    counters.error(Operation.LOOKUP, Errno.ENOENT);
    counters.error(Operation.LOOKUP, Errno.EIO);
    assertThat(counters.errors()).isEqualTo(1);
    assertThat(times.reports()).extracting(OperationReport::getErrors).containsExactly(1L);
    assertThat(counters.operations()).as("of this volume").isEqualTo(times.reports());
    assertThat(new RequestCounters(times).operations()).as("of another volume").isEmpty();
  }
}
