package io.windlass.mounter.volume;

import io.windlass.proto.mounter.OperationReport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts the answers of all volumes of a mounter by operation and by how long they took. */
final class OperationTimes {
  /** Upper bounds: from what memory answers to what a server that is slow answers. */
  private static final List<Duration> BOUNDS =
      List.of(
          Duration.ofNanos(100_000),
          Duration.ofMillis(1),
          Duration.ofMillis(5),
          Duration.ofMillis(25),
          Duration.ofMillis(100),
          Duration.ofMillis(500),
          Duration.ofSeconds(2),
          Duration.ofSeconds(10),
          Duration.ofSeconds(60));

  private static final long[] BOUNDS_NANOS = BOUNDS.stream().mapToLong(Duration::toNanos).toArray();

  /** Filled once, so that it can be read without a lock. */
  private final Map<Operation, Times> all = new EnumMap<>(Operation.class);

  private static final class Times {
    final LongAdder errors = new LongAdder();
    final LongAdder nanos = new LongAdder();
    final List<LongAdder> counts =
        Stream.generate(LongAdder::new).limit(BOUNDS_NANOS.length + 1L).toList();
  }

  OperationTimes() {
    for (Operation operation : Operation.values()) {
      all.put(operation, new Times());
    }
  }

  /** Records an answer after {@code nanos}. */
  void answered(Operation operation, long nanos) {
    Times times = of(operation);
    times.nanos.add(nanos);
    times.counts.get(bucket(nanos)).increment();
  }

  private Times of(Operation operation) {
    return Objects.requireNonNull(all.get(operation));
  }

  private static int bucket(long nanos) {
    int at = 0;
    while (at < BOUNDS_NANOS.length && nanos > BOUNDS_NANOS[at]) {
      at++;
    }
    return at;
  }

  /** Records that an answer was an error. */
  void failed(Operation operation) {
    of(operation).errors.increment();
  }

  /** Returns the operations that were asked for. */
  List<OperationReport> reports() {
    List<OperationReport> reports = new ArrayList<>();
    for (Operation operation : Operation.values()) {
      Times times = of(operation);
      List<Long> counts = times.counts.stream().map(LongAdder::sum).toList();
      if (counts.stream().anyMatch(count -> count > 0)) {
        reports.add(
            OperationReport.newBuilder()
                .setOperation(operation.name().toLowerCase(Locale.ROOT))
                .setErrors(times.errors.sum())
                .setTotalUs(TimeUnit.NANOSECONDS.toMicros(times.nanos.sum()))
                .addAllCounts(counts)
                .addAllBoundsUs(BOUNDS.stream().map(bound -> bound.toNanos() / 1000).toList())
                .build());
      }
    }
    return reports;
  }
}
