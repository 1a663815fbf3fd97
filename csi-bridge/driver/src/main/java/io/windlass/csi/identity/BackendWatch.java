package io.windlass.csi.identity;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Watches the backends, and reports in the log and in a metric when one stops answering and when it
 * answers again. Each Probe call of the plugin starts the check in the background and never waits
 * for it. The plugin counts as ready while its storage is away, because restarting the plugin would
 * not bring the storage back.
 */
public final class BackendWatch implements Readiness {
  private static final Logger log = LoggerFactory.getLogger(BackendWatch.class);

  /** How long the last answer of a backend counts, however often the plugin is probed. */
  private static final Duration BELIEVED = Duration.ofSeconds(5);

  private final List<Watched> backends;

  /** Registers {@code windlass.backend.up}: 1, 0, or NaN until the first answer. */
  public BackendWatch(OpenBackends configured, MeterRegistry meters) {
    this.backends = configured.all().stream().map(OpenBackend::backend).map(Watched::new).toList();
    for (Watched each : backends) {
      Gauge.builder("windlass.backend.up", each, Watched::up)
          .description("Whether the backend answered the last check (1) or not (0)")
          .tag("backend", each.backend.name())
          .strongReference(true)
          .register(meters);
    }
  }

  @Override
  public State check() {
    backends.forEach(Watched::look);
    return new State.Ready();
  }

  /** One backend. At most one ping is under way at a time; the backend's own time limit ends it. */
  private static final class Watched {
    private final Backend backend;
    private final AtomicBoolean asking = new AtomicBoolean();
    private volatile Optional<Boolean> answered = Optional.empty();
    private volatile long until = System.nanoTime();

    Watched(Backend backend) {
      this.backend = backend;
    }

    double up() {
      return answered.map(well -> well ? 1.0 : 0.0).orElse(Double.NaN);
    }

    void look() {
      if (System.nanoTime() - until >= 0 && asking.compareAndSet(false, true)) {
        Thread.ofVirtual().name("look at " + backend.name()).start(this::ask);
      }
    }

    private void ask() {
      try {
        backend.ping();
        found(true, "");
      } catch (DriverException e) {
        found(false, Objects.requireNonNullElse(e.getMessage(), "it failed"));
      } catch (RuntimeException e) {
        log.error("backend {} failed unexpectedly", backend.name(), e);
        found(false, "it failed unexpectedly; the log says how");
      } finally {
        until = System.nanoTime() + BELIEVED.toNanos();
        asking.set(false);
      }
    }

    private void found(boolean well, String why) {
      boolean changed = answered.filter(before -> before == well).isEmpty();
      answered = Optional.of(well);
      if (changed && well) {
        log.info("backend {} answers", backend.name());
      } else if (changed) {
        log.warn("backend {} does not answer: {}", backend.name(), why);
      }
    }
  }
}
