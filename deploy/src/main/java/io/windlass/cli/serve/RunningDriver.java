package io.windlass.cli.serve;

import io.windlass.config.BackendConfig;
import io.windlass.config.Configuration;
import io.windlass.config.CsiConfiguration;
import io.windlass.config.SpecLevel;
import io.windlass.cosi.CosiDriver;
import io.windlass.csi.RegionTopology;
import io.windlass.csi.controller.ControllerSettings;
import io.windlass.csi.driver.CsiDriver;
import io.windlass.csi.node.NodePlugin;
import io.windlass.observe.Metrics;
import io.windlass.provision.Leftovers;
import io.windlass.provision.Unfinished;
import io.windlass.rpc.UnixEndpoint;
import io.windlass.rpc.UnixServer;
import io.windlass.secret.Keyring;
import io.windlass.store.StoreConnectors;
import io.windlass.volume.Regions;
import io.windlass.volume.VolumeRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Running driver: its server, its backends and its metrics. */
final class RunningDriver implements AutoCloseable {
  private final Metrics metrics;
  private final OpenBackends backends;
  private final Served served;

  private RunningDriver(Metrics metrics, OpenBackends backends, Served served) {
    this.metrics = metrics;
    this.backends = backends;
    this.served = served;
  }

  /** Starts the server of a driver on its backends. */
  private interface Over {
    Served start(OpenBackends backends, Metrics metrics) throws IOException;
  }

  /**
   * Starts to serve COSI.
   *
   * @throws IOException when the socket, or the port of the metrics, cannot be opened
   * @throws io.windlass.store.DriverException when a local backend cannot be started
   */
  static RunningDriver cosi(Configuration configuration) throws IOException {
    Supplier<Keyring> keys = OpenBackends.keys(configuration.keys());
    String place = place(configuration.cosi().endpoint());
    return start(
        configuration.metrics(),
        metrics -> OpenBackends.open(configuration.backends(), keys, place, metrics),
        (backends, metrics) -> {
          CosiDriver.Part part =
              CosiDriver.over(configuration.driverName(), backends.configured(), keys);
          return new Served(
              CosiDriver.start(configuration.cosi(), metrics.registry(), part),
              Optional.empty(),
              Optional.of(
                  leftovers(backends, part.unfinished(), configuration.undoAfter(), metrics)));
        });
  }

  private static Leftovers leftovers(
      OpenBackends backends, List<Unfinished> unfinished, Duration after, Metrics metrics) {
    Leftovers leftovers =
        new Leftovers(backends.configured(), unfinished, after, metrics.registry());
    leftovers.start();
    return leftovers;
  }

  /** Starts to serve CSI; fails like {@link #cosi}. */
  static RunningDriver csi(
      CsiConfiguration configuration, String version, StoreConnectors connectors)
      throws IOException {
    Supplier<Keyring> keys = OpenBackends.keys(Optional.of(configuration.keys()));
    String place = place(configuration.server().endpoint());
    return start(
        configuration.metrics(),
        metrics -> OpenBackends.open(configuration.backends(), keys, place, metrics),
        (backends, metrics) -> csi(configuration, version, connectors, keys, backends, metrics));
  }

  private static Served csi(
      CsiConfiguration configuration,
      String version,
      StoreConnectors connectors,
      Supplier<Keyring> keys,
      OpenBackends backends,
      Metrics metrics)
      throws IOException {
    SpecLevel spec = configuration.spec();
    Optional<RegionTopology> topology =
        configuration.topology()
            ? Optional.of(RegionTopology.of(configuration.driverName()))
            : Optional.empty();
    Optional<NodePlugin> node =
        configuration.mode().hasNode()
            ? Optional.of(
                NodeParts.start(
                    configuration.node(),
                    keys,
                    connectors,
                    backends.locations(),
                    topology,
                    spec.hasHealthCalls()))
            : Optional.empty();
    try {
      CsiDriver.Part controller =
          configuration.mode().hasController()
              ? CsiDriver.controller(
                  backends.configured(),
                  keys,
                  connectors,
                  new ControllerSettings(spec, topology, rules(configuration)),
                  metrics.registry())
              : CsiDriver.Part.NONE;
      UnixServer server =
          CsiDriver.start(
              new CsiDriver.Identity(
                  configuration.driverName(), version, spec, topology.isPresent()),
              configuration.server(),
              metrics.registry(),
              controller,
              node.map(CsiDriver::node).orElse(CsiDriver.Part.NONE));
      return new Served(
          server,
          node,
          configuration.mode().hasController()
              ? Optional.of(
                  leftovers(backends, controller.unfinished(), configuration.undoAfter(), metrics))
              : Optional.empty());
    } catch (IOException | RuntimeException e) {
      node.ifPresent(NodePlugin::close);
      throw e;
    }
  }

  private static VolumeRules rules(CsiConfiguration configuration) {
    Map<String, List<String>> regions =
        configuration.backends().stream()
            .filter(_ -> configuration.topology())
            .collect(Collectors.toMap(BackendConfig::name, BackendConfig::regions));
    return new VolumeRules(configuration.node().maxVolumes(), new Regions(regions));
  }

  /** A server, and the parts that are closed with it. */
  private record Served(
      UnixServer server, Optional<NodePlugin> node, Optional<Leftovers> leftovers) {}

  /** Opens backends, whose calls the metrics may measure. */
  private interface Opening {
    OpenBackends open(Metrics metrics);
  }

  private static RunningDriver start(
      Optional<InetSocketAddress> metricsAddress, Opening opening, Over over) throws IOException {
    Metrics metrics =
        metricsAddress.isPresent() ? Metrics.serve(metricsAddress.get()) : Metrics.off();
    try {
      OpenBackends backends = opening.open(metrics);
      try {
        return new RunningDriver(metrics, backends, over.start(backends, metrics));
      } catch (IOException | RuntimeException e) {
        backends.close();
        throw e;
      }
    } catch (IOException | RuntimeException e) {
      metrics.close();
      throw e;
    }
  }

  /**
   * Returns where this process serves: host name and socket. A process that serves there later is
   * the successor of this one.
   */
  private static String place(UnixEndpoint endpoint) {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      host = "localhost";
    }
    return host + " " + endpoint;
  }

  /** Waits until the server was closed. */
  void awaitClose() throws InterruptedException {
    served.server().awaitClose();
  }

  /** Stops the driver; calls in flight are finished first. */
  @Override
  public void close() {
    try (metrics;
        backends) {
      served.leftovers().ifPresent(Leftovers::close);
      served.server().close();
      served.node().ifPresent(NodePlugin::close);
    }
  }
}
