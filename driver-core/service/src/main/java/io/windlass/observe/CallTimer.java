package io.windlass.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.windlass.store.DriverException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Times calls to one backend as {@code windlass.backend.call}, by backend, operation and outcome:
 * {@code ok}, or the name of the {@link DriverException} (that of Unexpected for other exceptions).
 */
record CallTimer(String backend, MeterRegistry meters) {

  void time(String operation, Runnable call) {
    time(
        operation,
        () -> {
          call.run();
          return operation;
        });
  }

  <T> T time(String operation, Supplier<T> call) {
    long start = System.nanoTime();
    String outcome = "ok";
    try {
      return call.get();
    } catch (Throwable e) {
      outcome =
          e instanceof DriverException
              ? e.getClass().getSimpleName()
              : DriverException.Unexpected.class.getSimpleName();
      throw e;
    } finally {
      Timer.builder("windlass.backend.call")
          .description("Calls to backends")
          .tag("backend", backend)
          .tag("operation", operation)
          .tag("outcome", outcome)
          .register(meters)
          .record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
    }
  }
}
