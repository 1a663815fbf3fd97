package io.windlass.provision;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.windlass.error.DriverException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds operations that callers began and never repeated, and undoes them: one at a time, each
 * under the claim of its record, so several drivers may do this at once. The age of a record is the
 * time since the last attempt, by the server's clock.
 */
public final class Leftovers implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Leftovers.class);
  private static final int IDS = 1000;

  /** Most steps for one operation in one search; the next search continues. */
  private static final int MOST_STEPS = 100;

  /**
   * Searches in the time after which an operation is undone. A search reads every record, so a few
   * a day are enough.
   */
  private static final int LOOKS_IN_THAT_TIME = 8;

  private static final Duration FIRST_LOOK = Duration.ofMinutes(5);
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private final OpenBackends backends;
  private final List<Unfinished> kinds;
  private final Untouched since;
  private final MeterRegistry meters;
  private final ScheduledExecutorService thread =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("leftovers").factory());

  /**
   * Creates the search, without starting it.
   *
   * @param kinds kinds of things to search, in this order
   * @param after time after the last attempt at which an operation is undone
   */
  public Leftovers(
      OpenBackends backends, List<Unfinished> kinds, Duration after, MeterRegistry meters) {
    this.backends = backends;
    this.kinds = List.copyOf(kinds);
    this.since = Untouched.since(after);
    this.meters = meters;
  }

  /** Searches now and then until {@link #close}. */
  public void start() {
    Duration pause = since.making().dividedBy(LOOKS_IN_THAT_TIME);
    Duration first = pause.compareTo(FIRST_LOOK) < 0 ? pause : FIRST_LOOK;
    var _ =
        thread.scheduleWithFixedDelay(
            this::lookAndGoOn, first.toMillis(), pause.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Searches once. A defect must not end all later searches. */
  private void lookAndGoOn() {
    try {
      look();
    } catch (RuntimeException e) {
      log.error("the search for unfinished operations failed", e);
    }
  }

  /** Searches all records once, and returns how many operations were undone. */
  public int look() {
    int undone = 0;
    for (OpenBackend configured : backends.all()) {
      remove(configured, "its trials left", configured.registry()::removeLeftTrials);
      remove(configured, "is left of ended records", configured.registry()::removeEnded);
      for (Unfinished kind : kinds) {
        try {
          undone += look(configured, kind);
        } catch (DriverException e) {
          log.info(
              "{} of backend {} cannot be searched for unfinished operations: {}",
              kind.kind().folder(),
              configured.backend().name(),
              e.getMessage());
        }
      }
    }
    return undone;
  }

  private static void remove(OpenBackend configured, String what, Runnable removal) {
    try {
      removal.run();
    } catch (DriverException e) {
      log.info(
          "backend {} cannot be searched for what {}: {}",
          configured.backend().name(),
          what,
          e.getMessage());
    }
  }

  private int look(OpenBackend configured, Unfinished kind) {
    int undone = 0;
    List<String> ids = configured.registry().ids(kind.kind(), Optional.empty(), IDS);
    while (!ids.isEmpty() && !thread.isShutdown()) {
      for (String id : ids) {
        undone += undo(configured, kind, id) ? 1 : 0;
      }
      ids = configured.registry().ids(kind.kind(), Optional.of(ids.getLast()), IDS);
    }
    return undone;
  }

  private boolean undo(OpenBackend configured, Unfinished kind, String id) {
    String name = "%s %s/%s".formatted(kind.kind().folder(), configured.backend().name(), id);
    try {
      boolean undone = undoInSteps(configured, kind, id);
      if (undone) {
        log.info("{} was left unfinished and is undone, because nobody asked for it again", name);
        Counter.builder("windlass.leftovers.undone")
            .description("Unfinished operations that were undone")
            .tag("backend", configured.backend().name())
            .tag("kind", kind.kind().folder())
            .register(meters)
            .increment();
      }
      return undone;
    } catch (DriverException e) {
      log.warn("{} was left unfinished and cannot be undone: {}", name, e.getMessage());
      return false;
    }
  }

  private boolean undoInSteps(OpenBackend configured, Unfinished kind, String id) {
    Untouched untouched = since;
    for (int step = 0; step < MOST_STEPS && !thread.isShutdown(); step++) {
      try {
        boolean undone = kind.undo(configured, id, untouched);
        return undone || step > 0;
      } catch (DriverException.Aborted e) {
        log.debug("{} {}: {}", kind.kind().folder(), id, e.getMessage());
        untouched = since.goingOn();
      }
    }
    return false;
  }

  /** Stops a search that is under way; the next search of any driver continues. */
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
