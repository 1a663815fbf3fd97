package io.windlass.cli.serve;

import io.windlass.config.Configuration;
import io.windlass.cosi.CosiDriver;
import io.windlass.observe.Metrics;
import java.io.IOException;
import java.net.InetAddress;

/** A driver with all that belongs to it: its backends below, its metrics beside it. */
final class RunningDriver implements AutoCloseable {
  private final Metrics metrics;
  private final OpenBackends backends;
  private final CosiDriver cosi;

  private RunningDriver(Metrics metrics, OpenBackends backends, CosiDriver cosi) {
    this.metrics = metrics;
    this.backends = backends;
    this.cosi = cosi;
  }

  /**
   * Starts to serve.
   *
   * @throws IOException when the socket, or the port of the metrics, cannot be had
   * @throws io.windlass.store.StoreException when a local backend cannot be started
   */
  static RunningDriver start(Configuration configuration) throws IOException {
    Metrics metrics = metrics(configuration);
    try {
      OpenBackends backends = OpenBackends.open(configuration, place(configuration), metrics);
      try {
        CosiDriver cosi =
            CosiDriver.start(
                configuration.driverName(),
                configuration.cosi(),
                backends.sites(),
                OpenBackends.keys(configuration),
                metrics.registry());
        return new RunningDriver(metrics, backends, cosi);
      } catch (IOException | RuntimeException e) {
        backends.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      metrics.close();
      throw e;
    }
  }

  private static Metrics metrics(Configuration configuration) throws IOException {
    return configuration.metrics().isPresent()
        ? Metrics.serve(configuration.metrics().get())
        : Metrics.off();
  }

  /** Node and socket: a process that serves there later is this one's successor. */
  private static String place(Configuration configuration) {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      host = "localhost";
    }
    return host + " " + configuration.cosi().endpoint();
  }

  /** Waits until it was closed. */
  void awaitClose() throws InterruptedException {
    cosi.awaitClose();
  }

  /** Stops, calls in flight first. */
  @Override
  public void close() {
    try (metrics;
        backends) {
      cosi.close();
    }
  }
}
