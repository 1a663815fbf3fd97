package io.windlass.mounter.volume;

import io.windlass.proto.mounter.OperationReport;
import io.windlass.store.StoreCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.stream.Stream;

/** Counts answers by operation and by how long they took. */
final class OperationTimes<E extends Enum<E>> {
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
  private final Map<E, Times> all;

  private final Function<E, String> name;

  private static final class Times {
    final LongAdder errors = new LongAdder();
    final LongAdder nanos = new LongAdder();
    final List<LongAdder> counts =
        Stream.generate(LongAdder::new).limit(BOUNDS_NANOS.length + 1L).toList();
  }

  private OperationTimes(Class<E> operations, Function<E, String> name) {
    this.all = new EnumMap<>(operations);
    this.name = name;
    for (E operation : operations.getEnumConstants()) {
      all.put(operation, new Times());
    }
  }

  /** Returns the times of requests of the kernel. */
  static OperationTimes<Operation> ofRequests() {
    return new OperationTimes<>(Operation.class, each -> each.name().toLowerCase(Locale.ROOT));
  }

  /** Returns the times of calls of the server. */
  static OperationTimes<StoreCall> ofCalls() {
    return new OperationTimes<>(StoreCall.class, StoreCall::operation);
  }

  /** Records an answer after {@code nanos}. */
  void answered(E operation, long nanos) {
    Times times = of(operation);
    times.nanos.add(nanos);
    times.counts.get(bucket(nanos)).increment();
  }

  private Times of(E operation) {
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
  void failed(E operation) {
    of(operation).errors.increment();
  }

  /** Returns the operations that were asked for. */
  List<OperationReport> reports() {
    List<OperationReport> reports = new ArrayList<>();
    for (E operation : all.keySet()) {
      Times times = of(operation);
      List<Long> counts = times.counts.stream().map(LongAdder::sum).toList();
      if (counts.stream().anyMatch(count -> count > 0)) {
        reports.add(
            OperationReport.newBuilder()
                .setOperation(name.apply(operation))
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
