package io.windlass.clock;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.operation.Deadline;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A clock that counts the time in which the process could run; the test passes real time. */
class RunningClockTest {
  private long real;
  private Duration starved = Duration.ZERO;
  private final RunningClock clock = new RunningClock(() -> real, () -> starved);
  private final Deadline deadline = Deadline.after(Deadline.USUAL, clock);

  /**
   * Passes as many seconds, and the clock ticks each second.
   *
   * @param waiting for how much of each second a thread waits for a processor
   */
  private void pass(int seconds, Duration waiting) {
    starved = waiting;
    for (int tick = 0; tick < seconds; tick++) {
      real += Duration.ofSeconds(1).toNanos();
      clock.tick();
    }
  }

  @Test
  void aServerThatIsSilentIsGivenUpInItsTime() {
    pass(9, Duration.ZERO);
    assertThat(deadline.isOver()).isFalse();
    pass(1, Duration.ZERO);
    assertThat(deadline.isOver()).isTrue();
  }

  @Test
  void timeInWhichNobodyHadAProcessorDoesNotCount() {
    pass(40, Duration.ofMillis(800));
    assertThat(deadline.left()).isEqualTo(Duration.ofSeconds(2));
    pass(2, Duration.ZERO);
    assertThat(deadline.isOver()).isTrue();
  }

  @Test
  void noWaitIsWithoutEnd() {
    pass(199, Duration.ofHours(1));
    assertThat(deadline.isOver()).isFalse();
    pass(2, Duration.ofHours(1));
    assertThat(deadline.isOver()).isTrue();
  }

  /** The process was stopped, or the whole machine was. */
  @Test
  void timeInWhichTheClockItselfDidNotRunDoesNotCount() {
    pass(5, Duration.ZERO);
    real += Duration.ofHours(8).toNanos();
    clock.tick();
    assertThat(deadline.left()).isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void itGoesOnBetweenTicksAndNeverBack() {
    pass(1, Duration.ZERO);
    real += Duration.ofMillis(600).toNanos();
    assertThat(deadline.left()).isEqualTo(Duration.ofMillis(8400));
    real += Duration.ofMillis(400).toNanos();
    starved = Duration.ofMillis(800);
    clock.tick();
    assertThat(deadline.left()).isEqualTo(Duration.ofMillis(8400));
    pass(5, Duration.ofMillis(800));
    assertThat(deadline.left()).isEqualTo(Duration.ofMillis(7800));
  }

  /** A process that takes over has a clock of its own, so what is asked again has all its time. */
  @Test
  void aHandOverBeginsAnew() {
    pass(9, Duration.ZERO);
    RunningClock next = new RunningClock(() -> real, () -> starved);
    assertThat(Deadline.after(Deadline.USUAL, next).left()).isEqualTo(Deadline.USUAL);
  }
}
