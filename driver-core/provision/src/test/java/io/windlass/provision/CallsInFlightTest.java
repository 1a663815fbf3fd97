package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.error.DriverException;
import java.util.Collections;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CallsInFlightTest {
  private final CallsInFlight inFlight = new CallsInFlight();

  @Test
  void secondCallForAKeyIsTurnedAway() {
    try (CallsInFlight.Entered _ = inFlight.enter("fast/a")) {
      assertThatThrownBy(() -> inFlight.enter("fast/a"))
          .isInstanceOf(DriverException.Aborted.class)
          .hasMessageContaining("fast/a");
      inFlight.enter("fast/b").close();
    }
    inFlight.enter("fast/a").close();
  }

  @Test
  void closingTwiceDoesNotFreeAnothersKey() {
    CallsInFlight.Entered first = inFlight.enter("a");
    first.close();
    try (CallsInFlight.Entered _ = inFlight.enter("a")) {
      first.close();
      assertThatThrownBy(() -> inFlight.enter("a")).isInstanceOf(DriverException.Aborted.class);
    }
  }

  @Test
  void oneOfManyWins() throws Exception {
    int calls = 64;
    AtomicInteger winners = new AtomicInteger();
    CountDownLatch tried = new CountDownLatch(calls);
    Callable<Boolean> call =
        () -> {
          try (CallsInFlight.Entered _ = inFlight.enter("a")) {
            tried.countDown();
            tried.await();
            winners.incrementAndGet();
            return true;
          } catch (DriverException.Aborted e) {
            tried.countDown();
            return false;
          }
        };
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(threads.invokeAll(Collections.nCopies(calls, call))).hasSize(calls);
    }
    assertThat(winners).hasValue(1);
    inFlight.enter("a").close();
  }
}
