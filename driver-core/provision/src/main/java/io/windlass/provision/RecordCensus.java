package io.windlass.provision;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.windlass.error.DriverException;
import io.windlass.registry.Entry;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.RecordKind;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the records of all backends for metrics, in the background and one record at a time:
 * {@code windlass.records}, {@code windlass.claims.stuck} and {@code windlass.grants.by.key}. A
 * count takes at most a twentieth of the time, so that it is no load on the servers.
 */
public final class RecordCensus implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(RecordCensus.class);
  private static final int IDS = 1000;
  private static final Duration FIRST = Duration.ofSeconds(5);
  private static final Duration PAUSE = Duration.ofSeconds(30);
  private static final int IDLE = 20;
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final OpenBackends backends;
  private final List<RecordKind<?>> kinds;
  private final MultiGauge records;
  private final MultiGauge stuck;
  private final MultiGauge byKey;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("census").factory());

  /** Numbers of one backend. */
  private record Counted(
      Map<String, Long> records, Map<String, Long> stuck, Map<String, Long> keys) {
    static Counted nothing() {
      return new Counted(new HashMap<>(), new HashMap<>(), new HashMap<>());
    }
  }

  /**
   * Creates the census without starting it.
   *
   * @param kinds kinds of records to count
   */
  public RecordCensus(OpenBackends backends, List<RecordKind<?>> kinds, MeterRegistry meters) {
    this.backends = backends;
    this.kinds = List.copyOf(kinds);
    this.records = gauge("windlass.records", "Records by kind", meters);
    this.stuck = gauge("windlass.claims.stuck", "Records whose last call did not finish", meters);
    this.byKey =
        gauge("windlass.grants.by.key", "Keys of access by the driver's key they need", meters);
  }

  private static MultiGauge gauge(String name, String help, MeterRegistry meters) {
    return MultiGauge.builder(name).description(help).register(meters);
  }

  /** Counts now and then until {@link #close}. */
  public void start() {
    later(FIRST);
  }

  private void later(Duration pause) {
    if (!thread.isShutdown()) {
      var _ = thread.schedule(this::countAndGoOn, pause.toMillis(), TimeUnit.MILLISECONDS);
    }
  }

  private void countAndGoOn() {
    long began = System.nanoTime();
    try {
      count();
    } catch (RuntimeException e) {
      // A defect must not end all later counts.
      log.error("the records could not be counted", e);
    }
    Duration rest = Duration.ofNanos(System.nanoTime() - began).multipliedBy(IDLE);
    later(rest.compareTo(PAUSE) > 0 ? rest : PAUSE);
  }

  /** Counts all records once. A backend that does not answer has no numbers until it does. */
  public void count() {
    List<MultiGauge.Row<?>> recordRows = new ArrayList<>();
    List<MultiGauge.Row<?>> stuckRows = new ArrayList<>();
    List<MultiGauge.Row<?>> keyRows = new ArrayList<>();
    for (OpenBackend configured : backends.all()) {
      String backend = configured.backend().name();
      try {
        Counted counted = count(configured);
        counted.records().forEach((kind, n) -> recordRows.add(row(backend, "kind", kind, n)));
        counted.stuck().forEach((kind, n) -> stuckRows.add(row(backend, "kind", kind, n)));
        counted.keys().forEach((key, n) -> keyRows.add(row(backend, "key", key, n)));
      } catch (DriverException e) {
        log.info("the records of backend {} cannot be counted: {}", backend, e.getMessage());
      }
    }
    records.register(recordRows, true);
    stuck.register(stuckRows, true);
    byKey.register(keyRows, true);
  }

  private static MultiGauge.Row<?> row(String backend, String label, String value, long number) {
    return MultiGauge.Row.of(Tags.of("backend", backend, label, value), number);
  }

  private Counted count(OpenBackend configured) {
    Counted counted = Counted.nothing();
    for (RecordKind<?> kind : kinds) {
      counted.records().put(kind.folder(), 0L);
      counted.stuck().put(kind.folder(), 0L);
      List<String> ids = configured.registry().ids(kind, Optional.empty(), IDS);
      while (!ids.isEmpty() && !thread.isShutdown()) {
        for (String id : ids) {
          count(configured, kind, id, counted);
        }
        ids = configured.registry().ids(kind, Optional.of(ids.getLast()), IDS);
      }
    }
    return counted;
  }

  private static void count(
      OpenBackend configured, RecordKind<?> kind, String id, Counted counted) {
    Optional<? extends Entry<?>> found;
    try {
      found = configured.registry().find(kind, id);
    } catch (DriverException.Unexpected e) {
      // windlass audit tells of records that cannot be read.
      log.debug("record {} of {} is not counted: {}", id, kind.folder(), e.getMessage());
      return;
    }
    found.ifPresent(entry -> {
      counted.records().merge(kind.folder(), 1L, Long::sum);
      if (entry.isStuck()) {
        counted.stuck().merge(kind.folder(), 1L, Long::sum);
      }
      if (entry.value() instanceof GrantRecord grant) {
        grant.keys().stream()
            .flatMap(key -> NeededKey.of(key).stream())
            .forEach(key -> counted.keys().merge(key, 1L, Long::sum));
      }
    });
  }

  /** Stops a count that is under way. */
  @Override
  public void close() {
    thread.shutdownNow();
    try {
      boolean _ = thread.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
