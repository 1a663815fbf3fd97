package io.windlass.cli.mount;

import io.windlass.csi.metrics.HandMountMetrics;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.observe.Metrics;
import io.windlass.proto.mounter.Volume;
import io.windlass.setting.Formats;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The metrics of a mount by hand, which its keeper serves where they are asked for. */
final class ServedMetrics implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(ServedMetrics.class);

  /** How long an address that is taken is tried again: who had it may still be about to end. */
  private static final Duration PATIENCE = Duration.ofMinutes(1);

  private static final Duration PAUSE = Duration.ofMillis(200);

  /** Empty where they are not asked for: their libraries are not loaded then. */
  private Optional<Metrics> served = Optional.empty();

  private Optional<Thread> resuming = Optional.empty();

  /**
   * Serves them where a volume that is to be mounted asks for it.
   *
   * @throws IOException when the address is taken, or none of this machine
   */
  void open(Volume volume) throws IOException {
    served = serve(volume);
  }

  private static Optional<Metrics> serve(Volume volume) throws IOException {
    String text = volume.getOptions().getMetricsAddress();
    if (text.isEmpty()) {
      return Optional.empty();
    }
    InetSocketAddress address =
        Formats.address("")
            .parse(text)
            .orElseThrow(() ->
                new IOException(
                    "metrics cannot be served on '%s': it is not host:port".formatted(text)));
    return Optional.of(Metrics.serve(address));
  }

  /** Has those that are served tell what a keeper keeps. */
  void collect(Keeper keeper) {
    served.ifPresent(metrics -> {
      metrics.collect(new HandMountMetrics(keeper));
      metrics.readiness(Optional::empty);
    });
  }

  /**
   * Serves them in place of a keeper that died, as soon as the next one has its volumes. Does not
   * wait for it; the mount goes on without them if that fails.
   */
  void resume(Keeper keeper) {
    resuming =
        Optional.of(Thread.ofPlatform().daemon().name("resume").start(() -> serveAgain(keeper)));
  }

  private void serveAgain(Keeper keeper) {
    try {
      keeper.attachment().get();
      Optional<Volume> volume = keeper.volumes().stream().findFirst(); // it has one, or has ended
      if (volume.isPresent()) {
        served = again(volume.get());
        collect(keeper);
      }
    } catch (InterruptedException e) {
      log.debug("the mount ends", e);
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static Optional<Metrics> again(Volume volume) throws InterruptedException {
    long began = System.nanoTime();
    while (true) {
      try {
        return serve(volume);
      } catch (IOException e) {
        if (System.nanoTime() - began > PATIENCE.toNanos()) {
          log.error("the mount goes on without its metrics: {}", e.getMessage());
          return Optional.empty();
        }
        log.debug("the metrics are tried again", e);
      }
      Thread.sleep(PAUSE);
    }
  }

  @Override
  public void close() {
    resuming.ifPresent(ServedMetrics::end);
    served.ifPresent(Metrics::close);
  }

  private static void end(Thread thread) {
    thread.interrupt();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
