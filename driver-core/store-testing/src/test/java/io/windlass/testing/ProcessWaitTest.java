package io.windlass.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class ProcessWaitTest {
  private static final long MUCH = ProcessWork.LEAST_TICKS;

  private long now;
  private boolean onDisk;
  private ProcessWork work = ProcessWork.NONE;
  private final ProcessWait wait = new ProcessWait(() -> work, () -> "its output", () -> now);

  /** Looks every second, while so much is done in each. */
  private void pass(Duration time, long ticks) {
    for (long left = time.toSeconds(); left > 0; left--) {
      now += Duration.ofSeconds(1).toNanos();
      work = new ProcessWork(work.ticks() + ticks, 0, 0, onDisk);
      wait.requireWork();
    }
  }

  @Test
  void whoStandsStillIsGivenUpWithItsOutput() {
    pass(Patience.STILL, 0);
    assertThatThrownBy(() -> pass(Duration.ofSeconds(1), 0))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("its output");
  }

  @Test
  void whoIsSlowIsWaitedFor() {
    for (int i = 0; i < 5; i++) {
      pass(Patience.STILL.minusSeconds(1), 0);
      pass(Duration.ofSeconds(1), MUCH);
    }
    assertThat(Duration.ofNanos(now)).isGreaterThan(Patience.STILL);
  }

  @Test
  void whatAnIdleProcessDoesIsNoWork() {
    pass(Patience.STILL, 0);
    assertThatThrownBy(() -> pass(Duration.ofSeconds(1), MUCH - 1))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void whoWaitsForADiskIsWaitedFor() {
    onDisk = true;
    pass(Patience.STILL.multipliedBy(2), 0);
    onDisk = false;
    assertThatThrownBy(() -> pass(Patience.STILL.plusSeconds(1), 0))
        .isInstanceOf(AssertionError.class);
  }

  @Test
  void whatIsWrittenIsWork() throws IOException {
    Process process = Programs.process("sh", "-c", "read go; echo done; read end").start();
    try (var input = process.outputWriter()) {
      ProcessWork before = ProcessWork.of(Stream.of(process.toHandle()));
      input.write("go\n");
      input.flush();
      await().until(() -> ProcessWork.of(Stream.of(process.toHandle())).differsFrom(before));
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void timeInWhichTheMachineStoodStillDoesNotCount() {
    for (int i = 0; i < 5; i++) {
      now += Duration.ofHours(1).toNanos();
      wait.requireWork();
    }
    assertThat(Duration.ofNanos(now)).isGreaterThan(Patience.STILL);
  }

  @Test
  void theWorkOfARealProcessAndItsChildrenIsCounted() throws IOException {
    Process process = Programs.process("sh", "-c", "(while :; do :; done); true").start();
    try {
      ProcessWork before = ProcessWork.of(Stream.of(process.toHandle()));
      ProcessWait.on(process, () -> "")
          .await("its work")
          .until(() -> ProcessWork.of(Stream.of(process.toHandle())).differsFrom(before));
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
  }

  @Test
  void theEndIsWaitedFor() throws IOException {
    Process process = Programs.process("sh", "-c", "exit 3").start();
    assertThat(ProcessWait.end(process, () -> "")).isEqualTo(3);
  }
}
