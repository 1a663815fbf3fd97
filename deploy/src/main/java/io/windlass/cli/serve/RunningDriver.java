package io.windlass.cli.serve;

import io.windlass.config.BackendEntry;
import io.windlass.config.Configuration;
import io.windlass.config.CsiConfiguration;
import io.windlass.config.SpecLevel;
import io.windlass.connect.BucketConnectors;
import io.windlass.cosi.CosiDriver;
import io.windlass.csi.RegionTopology;
import io.windlass.csi.controller.ControllerSettings;
import io.windlass.csi.controller.RenewalServer;
import io.windlass.csi.driver.CsiDriver;
import io.windlass.csi.node.NodePlugin;
import io.windlass.observe.BuildInfo;
import io.windlass.observe.Metrics;
import io.windlass.observe.Tracing;
import io.windlass.registry.Owner;
import io.windlass.rpc.UnixEndpoint;
import io.windlass.rpc.UnixServer;
import io.windlass.secret.Keyring;
import io.windlass.volume.Regions;
import io.windlass.volume.VolumeRules;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/** Running driver: its server, its backends, its metrics and its traces. */
final class RunningDriver implements AutoCloseable {
  private final Metrics metrics;
  private final Tracing tracing;
  private final BackendLifetime backends;
  private final Served served;

  private RunningDriver(Metrics metrics, Tracing tracing, BackendLifetime backends, Served served) {
    this.metrics = metrics;
    this.tracing = tracing;
    this.backends = backends;
    this.served = served;
  }

  /** Starts the server of a driver on its backends. */
  private interface Over {
    Served start(BackendLifetime backends, Metrics metrics) throws IOException;
  }

  /**
   * Starts to serve COSI.
   *
   * @throws IOException when the socket, or the port of the metrics, cannot be opened
   * @throws io.windlass.error.DriverException when a local backend cannot be started
   */
  static RunningDriver cosi(Configuration configuration, BuildInfo build, Tracing tracing)
      throws IOException {
    Supplier<Keyring> keys = BackendLifetime.keys(configuration.keys());
    Owner owner = owner(configuration.cosi().endpoint(), configuration.podUid());
    return start(
        configuration.metrics(),
        build,
        tracing,
        metrics ->
            BackendLifetime.open(
                configuration.backends(),
                BackendLifetime.User.DRIVER,
                keys,
                owner,
                metrics,
                tracing.isOn()),
        (backends, metrics) -> {
          CosiDriver.Part part =
              CosiDriver.over(configuration.driverName(), backends.configured(), keys);
          Housekeeping housekeeping =
              Housekeeping.start(
                  backends.configured(), part.unfinished(), configuration.undoAfter(), metrics);
          try {
            return new Served(
                CosiDriver.start(configuration.cosi(), metrics.registry(), tracing, part),
                Optional.empty(),
                Optional.of(housekeeping),
                Optional.empty());
          } catch (IOException | RuntimeException e) {
            housekeeping.close();
            throw e;
          }
        });
  }

  /** Starts to serve CSI; fails like {@link #cosi}. */
  static RunningDriver csi(
      CsiConfiguration configuration, BuildInfo build, BucketConnectors connectors, Tracing tracing)
      throws IOException {
    Supplier<Keyring> keys = BackendLifetime.keys(configuration.keys());
    Owner owner = owner(configuration.server().endpoint(), configuration.podUid());
    return start(
        configuration.metrics(),
        build,
        tracing,
        metrics ->
            BackendLifetime.open(
                configuration.backends(),
                BackendLifetime.User.DRIVER,
                keys,
                owner,
                metrics,
                tracing.isOn()),
        (backends, metrics) ->
            csi(configuration, build.version(), connectors, keys, backends, metrics, tracing));
  }

  private static Served csi(
      CsiConfiguration configuration,
      String version,
      BucketConnectors connectors,
      Supplier<Keyring> keys,
      BackendLifetime backends,
      Metrics metrics,
      Tracing tracing)
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
                    connectors,
                    backends.locations(),
                    topology,
                    spec.hasHealthCalls()))
            : Optional.empty();
    Optional<RenewalServer> renewals = Optional.empty();
    Optional<Housekeeping> housekeeping = Optional.empty();
    try {
      renewals = renewals(configuration);
      CsiDriver.Part controller =
          configuration.mode().hasController()
              ? CsiDriver.controller(
                  backends.configured(),
                  keys,
                  connectors,
                  new ControllerSettings(spec, topology, rules(configuration)),
                  metrics.registry(),
                  renewals)
              : CsiDriver.Part.NONE;
      if (configuration.mode().hasController()) {
        housekeeping =
            Optional.of(
                Housekeeping.start(
                    backends.configured(),
                    controller.unfinished(),
                    configuration.undoAfter(),
                    metrics));
      }
      UnixServer server =
          CsiDriver.start(
              new CsiDriver.Identity(
                  configuration.driverName(), version, spec, topology.isPresent()),
              configuration.server(),
              metrics.registry(),
              tracing,
              controller,
              node.map(CsiDriver::node).orElse(CsiDriver.Part.NONE));
      return new Served(server, node, housekeeping, renewals);
    } catch (IOException | RuntimeException e) {
      housekeeping.ifPresent(Housekeeping::close);
      renewals.ifPresent(RenewalServer::close);
      node.ifPresent(NodePlugin::close);
      throw e;
    }
  }

  private static Optional<RenewalServer> renewals(CsiConfiguration configuration)
      throws IOException {
    if (!configuration.mode().hasController() || configuration.renewals().isEmpty()) {
      return Optional.empty();
    }
    CsiConfiguration.RenewalConfig config = configuration.renewals().get();
    return Optional.of(RenewalServer.open(config.address(), config.url()));
  }

  private static VolumeRules rules(CsiConfiguration configuration) {
    Map<String, List<String>> regions =
        configuration.backends().stream()
            .filter(_ -> configuration.topology())
            .collect(Collectors.toMap(BackendEntry::name, BackendEntry::regions));
    return new VolumeRules(configuration.node().maxVolumes(), new Regions(regions));
  }

  /** A server, and the parts that are closed with it. */
  private record Served(
      UnixServer server,
      Optional<NodePlugin> node,
      Optional<Housekeeping> housekeeping,
      Optional<RenewalServer> renewals) {
    void close() {
      housekeeping.ifPresent(Housekeeping::close);
      server.close();
      renewals.ifPresent(RenewalServer::close);
      node.ifPresent(NodePlugin::close);
    }
  }

  /** Opens backends, whose calls the metrics may measure. */
  private interface Opening {
    BackendLifetime open(Metrics metrics);
  }

  private static RunningDriver start(
      Optional<InetSocketAddress> metricsAddress,
      BuildInfo build,
      Tracing tracing,
      Opening opening,
      Over over)
      throws IOException {
    Metrics metrics =
        metricsAddress.isPresent() ? Metrics.serve(metricsAddress.get()) : Metrics.off();
    build.register(metrics.registry());
    try {
      BackendLifetime backends = opening.open(metrics);
      try {
        Served served = over.start(backends, metrics);
        try {
          served.node().ifPresent(node -> metrics.collect(node.metrics()));
          RunningDriver driver = new RunningDriver(metrics, tracing, backends, served);
          metrics.readiness(driver::notReady);
          return driver;
        } catch (RuntimeException e) {
          served.close();
          throw e;
        }
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
   * Returns this process as an owner of claims, by where it serves: host name and socket. A process
   * that serves there later may be the successor of this one.
   */
  private static Owner owner(UnixEndpoint endpoint, Optional<String> podUid) {
    String host;
    try {
      host = InetAddress.getLocalHost().getHostName();
    } catch (IOException e) {
      host = "localhost";
    }
    return Owner.current(host + " " + endpoint, podUid);
  }

  private Optional<String> notReady() {
    return served.node().flatMap(NodePlugin::notReady).or(backends::refusal);
  }

  /** Returns where metrics are served. */
  Optional<InetSocketAddress> metricsAddress() {
    return metrics.address();
  }

  /** Waits until the server was closed. */
  void awaitClose() throws InterruptedException {
    served.server().awaitClose();
  }

  /**
   * Stops the driver; calls in flight are finished first. A node with an external mounter first
   * waits until that holds all mounts, and once more for what was mounted meanwhile.
   */
  @Override
  public void close() {
    try (tracing;
        metrics;
        backends) {
      served.node().ifPresent(NodePlugin::awaitHandover);
      metrics.readiness(() -> Optional.of("it is ending"));
      served.housekeeping().ifPresent(Housekeeping::close);
      served.server().close();
      served.renewals().ifPresent(RenewalServer::close);
      served.node().ifPresent(NodePlugin::awaitHandover);
      served.node().ifPresent(NodePlugin::close);
    }
  }
}
