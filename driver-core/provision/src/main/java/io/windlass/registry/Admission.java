package io.windlass.registry;

import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import io.windlass.trial.ServerProbe;
import io.windlass.trial.ServerTrial;
import io.windlass.trial.ServerTrial.Subject;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether the records of a backend may be used: only once its server was tried and found to keep
 * what the driver relies on. It is tried in the background, by one thread at a time; calls wait for
 * the result for as long as one call to the server can take. A server that is found broken is tried
 * again after {@link #PAUSE}; one that cannot be reached, by the next call. One that was found fit
 * is not tried again.
 */
public final class Admission {
  private static final Logger log = LoggerFactory.getLogger(Admission.class);

  /** Time after which a server is tried again that was found broken, or has no bucket yet. */
  static final Duration PAUSE = Duration.ofSeconds(30);

  private final String backend;
  private final Source source;
  private final Duration patience;
  private final LongSupplier clock;
  private volatile State state;
  private Optional<CompletableFuture<State>> underWay = Optional.empty();

  /** Tries the server. */
  interface Source {
    /** Returns what was found; empty if there is no registry bucket yet to try it in. */
    Optional<List<ServerTrial>> run();
  }

  /** What is known; {@code until} is when it is asked again, by the clock. */
  private sealed interface State {
    record Fit() implements State {}

    record Unknown(String why, long until) implements State {}

    /** No record can be read, and none may be written before the server was tried. */
    record NoBucket(long until) implements State {}

    record Unfit(String why, long until) implements State {}

    /** The bucket was there, and is not: its server is tried again when it is back. */
    record Lost(String why, long until) implements State {}
  }

  private Admission(
      String backend, Source source, Duration patience, LongSupplier clock, State state) {
    this.backend = backend;
    this.source = source;
    this.patience = patience;
    this.clock = clock;
    this.state = state;
  }

  /** Returns the admission to a server that need not be tried. */
  public static Admission untried() {
    return new Admission(
        "", () -> Optional.of(List.of()), Duration.ofSeconds(1), () -> 0, new State.Fit());
  }

  /** Returns the admission to a server that is not known yet; nothing is sent. */
  public static Admission to(RegistryBucket bucket) {
    ServerProbe probe = bucket.probe();
    return by(
        bucket.backend(),
        () -> {
          if (!bucket.exists()) {
            return Optional.empty();
          }
          bucket.ensure();
          List<ServerTrial> trials = probe.run(EnumSet.allOf(Subject.class));
          bucket.heed(trials);
          return Optional.of(trials);
        },
        bucket.longestCall().multipliedBy(2),
        System::nanoTime);
  }

  /**
   * Returns the admission to a server that is not known yet; nothing is sent.
   *
   * @param patience how long a call waits for the result
   * @param clock counts nanoseconds
   */
  static Admission by(String backend, Source source, Duration patience, LongSupplier clock) {
    return new Admission(
        backend, source, patience, clock, new State.Unknown("", clock.getAsLong()));
  }

  /**
   * Passes if records may be read.
   *
   * @throws DriverException.FailedPrecondition if the server is not fit; the message says why
   * @throws DriverException if it cannot be tried
   */
  void toRead() {
    switch (state) {
      case State.Fit _ -> {}
      case State.NoBucket(long until) when !isDue(until) -> {}
      case State.Lost _ -> {}
      case State.Unfit unfit when !isDue(unfit.until) -> throw refusal(unfit);
      case State.NoBucket _, State.Unfit _, State.Unknown _ -> {
        if (await(start()) instanceof State.Unfit unfit) {
          throw refusal(unfit);
        }
      }
    }
  }

  /** Passes if records may be written: throws as {@link #toRead} does. */
  void toWrite() {
    switch (state) {
      case State.Fit _ -> {}
      case State.Unfit unfit when !isDue(unfit.until) -> throw refusal(unfit);
      case State.NoBucket _, State.Lost _, State.Unfit _, State.Unknown _ -> {
        State found = await(start());
        if (found instanceof State.NoBucket || found instanceof State.Lost) {
          // The bucket was made after that look at it began.
          found = await(start());
        }
        requireFit(found);
      }
    }
  }

  private void requireFit(State found) {
    switch (found) {
      case State.Fit _ -> {}
      case State.Unfit unfit -> throw refusal(unfit);
      case State.NoBucket _, State.Lost _, State.Unknown _ ->
          throw new DriverException.Unavailable(
              "the registry bucket of backend %s is gone: call again".formatted(backend), null);
    }
  }

  private static DriverException refusal(State.Unfit unfit) {
    return new DriverException.FailedPrecondition(unfit.why);
  }

  /** Tries the server in the background if it is time to; does not wait. */
  public void look() {
    boolean due =
        switch (state) {
          case State.Fit _ -> false;
          case State.Unknown(_, long until) -> isDue(until);
          case State.NoBucket(long until) -> isDue(until);
          case State.Unfit(_, long until) -> isDue(until);
          case State.Lost(_, long until) -> isDue(until);
        };
    if (due) {
      var _ = start();
    }
  }

  /** Returns why the backend is not used; empty if it is, or nothing is known yet. */
  public Optional<String> refusal() {
    return switch (state) {
      case State.Unfit(String why, _) -> Optional.of(why);
      case State.Lost(String why, _) -> Optional.of(why);
      case State.Fit _, State.NoBucket _, State.Unknown _ -> Optional.empty();
    };
  }

  /** Notes that the registry bucket is lost. */
  void isLost(String why) {
    if (!(state instanceof State.Lost)) {
      state = new State.Lost(why, later());
    }
  }

  private boolean isDue(long until) {
    return clock.getAsLong() - until >= 0;
  }

  private long later() {
    return clock.getAsLong() + PAUSE.toNanos();
  }

  private synchronized CompletableFuture<State> start() {
    CompletableFuture<State> running =
        underWay.filter(known -> !known.isDone()).orElseGet(this::startAnother);
    underWay = Optional.of(running);
    return running;
  }

  private CompletableFuture<State> startAnother() {
    CompletableFuture<State> result = new CompletableFuture<>();
    Thread.ofVirtual()
        .name("try " + backend)
        .start(() -> {
          try {
            result.complete(tryServer());
          } catch (Throwable e) {
            result.completeExceptionally(e);
          }
        });
    return result;
  }

  private State tryServer() {
    try {
      State found = source.run().map(this::judge).orElseGet(this::withoutBucket);
      if (found instanceof State.Unfit unfit && !refusal().equals(Optional.of(unfit.why))) {
        log.error("{}", unfit.why);
      }
      state = found;
      return found;
    } catch (DriverException e) {
      String why = Objects.requireNonNullElse(e.getMessage(), "");
      if (!(state instanceof State.Unknown(String before, _) && before.equals(why))) {
        log.warn("backend {} cannot be tried for what the driver relies on: {}", backend, why);
      }
      state = new State.Unknown(why, later());
      throw e;
    }
  }

  private State withoutBucket() {
    return state instanceof State.Lost(String why, _)
        ? new State.Lost(why, later())
        : new State.NoBucket(later());
  }

  private State judge(List<ServerTrial> trials) {
    for (ServerTrial trial : trials) {
      switch (trial.grade()) {
        case HOLDS -> log.debug("backend {}: {}", backend, trial);
        case REMARK -> log.warn("backend {}: {}", backend, trial);
        case BROKEN -> {
          if (!isNeeded(trial.subject())) {
            log.warn("backend {}: {}", backend, trial);
            continue;
          }
          return new State.Unfit("backend %s is not used: %s".formatted(backend, trial), later());
        }
      }
    }
    return new State.Fit();
  }

  /** Returns whether records rely on it; mounts try for themselves what they rely on. */
  private static boolean isNeeded(Subject subject) {
    return switch (subject) {
      case WRITES, DELETES, LISTINGS -> true;
      case UPLOADS, COPIES, RANGES, CLOCK -> false;
    };
  }

  /** Returns when there is a result, or after a time in which this process may not have run. */
  private static void awaitFor(Duration time, CompletableFuture<State> result)
      throws InterruptedException, ExecutionException {
    try {
      var _ = result.get(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      // By the clock of the operation, there may be time left.
    }
  }

  private State await(CompletableFuture<State> result) {
    Deadline wait = Deadline.within(patience);
    try {
      while (!result.isDone() && !wait.isOver()) {
        awaitFor(wait.left(), result);
      }
      return result.get(0, TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new DriverException.Unavailable(
          "backend %s is still being tried for what the driver relies on: call again"
              .formatted(backend),
          e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new DriverException.Unavailable("the call was cancelled", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof DriverException failure
          ? failure
          : new DriverException.Unexpected("backend %s cannot be tried".formatted(backend), e);
    }
  }
}
