package io.windlass.fs.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TransfersTest {
  @Test
  void noPartIsUnderWayAnyMoreWhenTheNextGetsNoTurn() throws Exception {
    AtomicLong clock = new AtomicLong();
    Duration timeout = Duration.ofHours(1);
    Transfers transfers =
        new Transfers(1, timeout, () -> clock.addAndGet(timeout.toNanos()), clock::get);
    CountDownLatch arrives = new CountDownLatch(1);
    AtomicBoolean arrived = new AtomicBoolean();
    SortedMap<Integer, Supplier<String>> parts = new TreeMap<>();
    parts.put(
        1,
        () -> {
          await().until(() -> arrives.getCount() == 0);
          arrived.set(true);
          return "1";
        });
    parts.put(2, () -> "2");

    AtomicReference<Throwable> failure = new AtomicReference<>();
    AtomicBoolean inTime = new AtomicBoolean();
    Thread sender =
        Thread.ofPlatform()
            .start(() -> {
              try {
                transfers.sendAll(parts, () -> false, new InFlight());
              } catch (DriverException e) {
                failure.set(e);
              }
              inTime.set(arrived.get());
            });
    await()
        .until(() ->
            !sender.isAlive()
                || Stream.of(sender.getStackTrace())
                    .anyMatch(frame -> frame.getClassName().equals(InFlight.class.getName())));
    arrives.countDown();
    sender.join();
    assertThat(failure.get()).isInstanceOf(DriverException.Unavailable.class);
    assertThat(inTime).isTrue();
  }
}
