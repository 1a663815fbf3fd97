package io.windlass.rpc;

import io.grpc.Status;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Metrics of calls: {@code windlass.rpc} times them by method and code, and {@code
 * windlass.rpc.in.flight} counts those that are running.
 */
final class CallMetrics {
  /** Upper bounds of the histogram. */
  private static final Duration[] BOUNDS = {
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(500),
    Duration.ofSeconds(2),
    Duration.ofSeconds(10),
    Duration.ofSeconds(30)
  };

  private final MeterRegistry meters;
  private final AtomicInteger inFlight;

  CallMetrics(MeterRegistry meters) {
    this.meters = meters;
    this.inFlight = new AtomicInteger();
    Gauge.builder("windlass.rpc.in.flight", inFlight, AtomicInteger::get)
        .description("Calls that run now")
        .strongReference(true)
        .register(meters);
  }

  void started() {
    inFlight.incrementAndGet();
  }

  /**
   * Records the end of a call, with its duration in nanoseconds.
   *
   * @param method one of a bounded number of names; a name that a caller made up must not be a
   *     label
   */
  void ended(String method, Status.Code code, long nanos) {
    inFlight.decrementAndGet();
    Timer.builder("windlass.rpc")
        .description("Calls by method and status code")
        .tag("method", method)
        .tag("code", code.name())
        .serviceLevelObjectives(BOUNDS)
        .register(meters)
        .record(nanos, TimeUnit.NANOSECONDS);
  }
}
