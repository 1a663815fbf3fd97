package io.windlass.fs.upload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.error.DriverException;
import java.time.Duration;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TransfersTest {
  /** As without memory for a moment: what is completed then would lack the part. */
  @Test
  void aPartThatEndsWithAnErrorIsNotPassedOver() {
    Transfers transfers = new Transfers(1, Duration.ofHours(1), () -> {}, System::nanoTime);
    SortedMap<Integer, Supplier<String>> parts = new TreeMap<>();
    parts.put(1, () -> "1");
    parts.put(
        2,
        () -> {
          throw new OutOfMemoryError("of a test");
        });
    assertThatExceptionOfType(IllegalStateException.class)
        .isThrownBy(() -> transfers.sendAll(parts, () -> false, new InFlight()))
        .withRootCauseInstanceOf(OutOfMemoryError.class);
  }

  @Test
  void partsForWhichNobodyWaitsAnyLongerAreStillCounted() throws Exception {
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
    InFlight underWay = new InFlight();
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .as("there is no turn for the second one")
        .isThrownBy(() -> transfers.sendAll(parts, () -> false, underWay));

    AtomicBoolean inTime = new AtomicBoolean();
    Thread aborting =
        Thread.ofPlatform()
            .start(() -> {
              transfers.await(underWay);
              inTime.set(arrived.get());
            });
    await()
        .until(() ->
            !aborting.isAlive()
                || Stream.of(aborting.getStackTrace())
                    .anyMatch(frame -> frame.getClassName().equals(InFlight.class.getName())));
    arrives.countDown();
    aborting.join();
    assertThat(inTime).isTrue();
  }
}
