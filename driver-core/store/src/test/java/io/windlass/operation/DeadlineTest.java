package io.windlass.operation;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Deadlines of operations whose requests have time of their own, by a clock of the test. */
class DeadlineTest {
  private static final Duration LIMIT = Duration.ofSeconds(10);
  private static final Duration COPY = Duration.ofSeconds(60);

  private final AtomicLong clock = new AtomicLong();
  private final Deadline deadline = Deadline.after(LIMIT, clock::get);

  private void pass(long seconds) {
    clock.addAndGet(Duration.ofSeconds(seconds).toNanos());
  }

  private Duration copy(long seconds) {
    return Deadline.allowing(
        COPY,
        () -> {
          pass(seconds);
          return deadline.left();
        });
  }

  @Test
  void theTimeOfARequestIsNotThatOfItsOperation() {
    pass(4);
    assertThat(deadline.<Duration>limit(() -> copy(50))).isEqualTo(LIMIT);
    assertThat(deadline.left()).as("as before the copy").isEqualTo(Duration.ofSeconds(6));
    pass(6);
    assertThat(deadline.isOver()).isTrue();
  }

  /** Also on other threads that work for the operation. */
  @Test
  void whatHasNoDeadlineCountsByTheClockOfItsThread() throws InterruptedException {
    List<Deadline> deadlines = new ArrayList<>();
    List<Thread> others = new ArrayList<>();
    Deadline.counting(
        clock::get,
        () -> {
          deadlines.add(Deadline.after(LIMIT));
          Runnable work = () -> deadlines.add(Deadline.after(LIMIT));
          others.add(Thread.ofVirtual().start(Deadline.carried(work)));
        });
    others.getFirst().join();
    assertThat(deadlines).hasSize(2).noneMatch(Deadline::isOver);
    pass(10);
    assertThat(deadlines).allMatch(Deadline::isOver);
  }

  @Test
  void aRequestThatTakesLongerThanItsTimeIsOver() {
    pass(4);
    Duration left =
        deadline.limit(() ->
            Deadline.allowing(
                COPY,
                () -> {
                  pass(66);
                  assertThat(deadline.isOver()).isTrue();
                  return deadline.left();
                }));
    assertThat(left).isLessThan(LIMIT);
  }

  @Test
  void othersWaitForTheRequestButKeepNothingOfItsTime() {
    Deadline other = Deadline.after(LIMIT, clock::get);
    deadline.<Duration>limit(() ->
        Deadline.allowing(
            COPY,
            () -> {
              pass(30);
              return other.limit(() -> Deadline.leftFor(Optional.of(deadline), COPY));
            }));
    assertThat(other.left()).isEqualTo(LIMIT);
  }

  @Test
  void whoWaitsForATurnWaitsForTheRequestsThatAreAhead() {
    Deadline turn = Deadline.after(LIMIT, clock::get);
    pass(20);
    assertThat(turn.isOver()).isTrue();
    boolean over =
        turn.ahead(() ->
            Deadline.allowing(
                COPY,
                () -> {
                  pass(69);
                  return turn.isOver();
                }));
    assertThat(over).isFalse();
    assertThat(turn.isOver()).isTrue();
  }
}
