package io.windlass.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.windlass.error.DriverException;
import io.windlass.operation.CurrentSpan;
import io.windlass.operation.Span;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Times calls to one backend as {@code windlass.backend.call}, by backend, operation and outcome:
 * {@code ok}, or the name of the {@link DriverException} (that of Unexpected for other exceptions).
 * A call that is part of an operation with a span gets a span, too.
 */
record CallTimer(String backend, MeterRegistry meters) {
  private static final String OK = "ok";

  void time(String operation, String bucket, Runnable call) {
    time(
        operation,
        bucket,
        () -> {
          call.run();
          return operation;
        });
  }

  /**
   * Makes a call.
   *
   * @param bucket that the call is about; empty if it is about none, or several
   */
  <T> T time(String operation, String bucket, Supplier<T> call) {
    Optional<Span> span = CurrentSpan.get().map(current -> begin(current, operation, bucket));
    long start = System.nanoTime();
    String outcome = OK;
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
      String ended = outcome;
      span.ifPresent(it -> end(it, ended));
    }
  }

  private Span begin(Span call, String operation, String bucket) {
    Map<String, String> attributes = new LinkedHashMap<>();
    attributes.put("windlass.backend", backend);
    attributes.put("windlass.operation", operation);
    if (!bucket.isEmpty()) {
      attributes.put("windlass.bucket", bucket);
    }
    return call.request(operation, attributes);
  }

  /** The message of a failure stays out: it is in the span of the call, if the call fails. */
  private static void end(Span span, String outcome) {
    if (outcome.equals(OK)) {
      span.end(Map.of(), Optional.empty());
    } else {
      span.end(Map.of("error.type", outcome), Optional.of(outcome));
    }
  }
}
