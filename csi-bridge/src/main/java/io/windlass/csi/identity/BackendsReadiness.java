package io.windlass.csi.identity;

import io.windlass.provision.Site;
import io.windlass.provision.Sites;
import io.windlass.store.StoreException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;

/**
 * Whether all backends answer and know the driver's key. Each is asked at once, one cheap call, and
 * not again for a while, however often anybody asks here.
 */
public final class BackendsReadiness implements Readiness {
  private static final Duration PATIENCE = Duration.ofSeconds(3);
  private static final Duration BELIEVED = Duration.ofSeconds(5);

  private final Sites sites;
  private final AtomicReference<Optional<Seen>> last = new AtomicReference<>(Optional.empty());
  private volatile boolean wasReady;

  private record Seen(State state, long at) {}

  public BackendsReadiness(Sites sites) {
    this.sites = sites;
  }

  @Override
  public State check() {
    Optional<Seen> known =
        last.get().filter(seen -> System.nanoTime() - seen.at < BELIEVED.toNanos());
    if (known.isPresent()) {
      return known.get().state;
    }
    State now = ask();
    last.set(Optional.of(new Seen(now, System.nanoTime())));
    return now;
  }

  private State ask() {
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    List<FutureTask<Boolean>> asked = sites.all().stream().map(BackendsReadiness::ping).toList();
    String problems =
        asked.stream()
            .map(ping -> problem(ping, deadline))
            .flatMap(Optional::stream)
            .collect(Collectors.joining("; "));
    if (problems.isEmpty()) {
      wasReady = true;
      return new State.Ready();
    }
    return wasReady ? new State.Broken(problems) : new State.Starting(problems);
  }

  private static FutureTask<Boolean> ping(Site site) {
    FutureTask<Boolean> ping = new FutureTask<>(site.backend()::ping, true);
    Thread.ofVirtual().name("probe of " + site.backend().name()).start(ping);
    return ping;
  }

  private static Optional<String> problem(FutureTask<Boolean> ping, long deadline) {
    try {
      ping.get(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS);
      return Optional.empty();
    } catch (TimeoutException e) {
      ping.cancel(true);
      return Optional.of("a backend did not answer within %s s".formatted(PATIENCE.toSeconds()));
    } catch (ExecutionException e) {
      return Optional.of(
          e.getCause() instanceof StoreException known
              ? Objects.requireNonNullElse(known.getMessage(), "a backend failed")
              : "a backend failed in a way it was not made for");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Optional.of("interrupted");
    }
  }
}
