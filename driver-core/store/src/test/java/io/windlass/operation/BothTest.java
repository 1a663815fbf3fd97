package io.windlass.operation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.error.DriverException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(300)
class BothTest {
  @Test
  void bothCallsAreMadeAtOneTime() {
    CountDownLatch begun = new CountDownLatch(2);
    Supplier<String> meet =
        () -> {
          begun.countDown();
          await(begun);
          return "met";
        };
    assertThat(Both.of(meet, meet)).isEqualTo(new Both<>("met", "met"));
  }

  @Test
  void aFailureOfTheSecondIsThrown() {
    assertThatThrownBy(() -> Both.of(() -> 1, () -> fail("second"))).hasMessage("second");
  }

  @Test
  void aFailureOfTheFirstIsThrownWhenTheSecondHasEnded() {
    CountDownLatch failing = new CountDownLatch(1);
    AtomicBoolean ended = new AtomicBoolean();
    assertThatThrownBy(() ->
            Both.of(
                () -> {
                  failing.countDown();
                  return fail("first");
                },
                () -> {
                  await(failing);
                  ended.set(true);
                  return fail("second");
                }))
        .isInstanceOf(DriverException.Aborted.class)
        .hasMessage("first");
    assertThat(ended).isTrue();
  }

  private static int fail(String why) {
    throw new DriverException.Aborted(why);
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
