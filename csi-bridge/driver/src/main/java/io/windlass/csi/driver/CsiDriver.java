package io.windlass.csi.driver;

import io.grpc.BindableService;
import io.micrometer.core.instrument.MeterRegistry;
import io.windlass.config.SpecLevel;
import io.windlass.connect.BucketConnectors;
import io.windlass.csi.controller.ControllerService;
import io.windlass.csi.controller.ControllerSettings;
import io.windlass.csi.controller.GroupControllerService;
import io.windlass.csi.controller.RenewalServer;
import io.windlass.csi.identity.BackendWatch;
import io.windlass.csi.identity.IdentityService;
import io.windlass.csi.identity.PluginServices;
import io.windlass.csi.identity.Readiness;
import io.windlass.csi.node.NodePlugin;
import io.windlass.observe.Tracing;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.Unfinished;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.Grants;
import io.windlass.rpc.ServerSettings;
import io.windlass.rpc.UnixServer;
import io.windlass.secret.Keyring;
import io.windlass.volume.Volumes;
import io.windlass.volume.snapshot.SnapshotServices;
import java.io.IOException;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The CSI driver: the services of a controller, of a node, or of both, on one socket. */
public final class CsiDriver {
  private static final Logger log = LoggerFactory.getLogger(CsiDriver.class);

  private CsiDriver() {}

  /**
   * Identity of the plugin, the same in every mode.
   *
   * @param topology whether volumes may be for the nodes of a region
   */
  public record Identity(String name, String version, SpecLevel spec, boolean topology) {}

  /**
   * Services of one mode, with the readiness of what they need.
   *
   * @param readiness what a Probe call checks
   * @param unfinished objects that an interrupted call may leave half made or half removed
   */
  public record Part(
      List<BindableService> services, List<Readiness> readiness, List<Unfinished> unfinished) {
    /** No services. */
    public static final Part NONE = new Part(List.of(), List.of(), List.of());

    public Part {
      unfinished = List.copyOf(unfinished);
      services = List.copyOf(services);
      readiness = List.copyOf(readiness);
    }
  }

  /**
   * Creates the controller's services over the configured backends.
   *
   * @param keyring seals credentials for nodes, and verifies node ids
   * @param connectors connectors of the servers whose buckets nodes can mount
   * @param renewals is started, and gives nodes the next credentials; the caller closes it. Empty:
   *     nodes have keys of their own, which do not end
   */
  public static Part controller(
      OpenBackends backends,
      Supplier<Keyring> keyring,
      BucketConnectors connectors,
      ControllerSettings settings,
      MeterRegistry meters,
      Optional<RenewalServer> renewals) {
    CallsInFlight inFlight = new CallsInFlight();
    Buckets buckets = Buckets.forVolumes(backends, inFlight);
    Grants grants =
        new Grants(
            backends, buckets, inFlight, new CredentialSeal(keyring), InstantSource.system());
    SnapshotServices services = SnapshotServices.of(backends, buckets, inFlight, meters);
    Volumes volumes =
        new Volumes(
            backends,
            buckets,
            grants,
            services.data(),
            inFlight,
            settings.rules().withSessions(renewals.isPresent()));
    ControllerService controller =
        ControllerService.over(
            volumes, backends, services, settings, connectors, keyring, renewals);
    if (renewals.isEmpty()) {
      backends.all().stream()
          .map(OpenBackend::backend)
          .filter(backend -> backend.sessions().isPresent())
          .forEach(backend ->
              log.warn(
                  "backend {} can give nodes credentials that end by themselves, and gives them keys"
                      + " that last all the same: set WINDLASS_CSI_RENEWAL_ADDRESS",
                  backend.name()));
    }
    GroupControllerService groups = new GroupControllerService(backends, services.groups());
    List<Unfinished> unfinished = new ArrayList<>(List.of(volumes.unfinished()));
    unfinished.addAll(services.unfinished());
    return new Part(
        List.of(controller, groups), List.of(new BackendWatch(backends, meters)), unfinished);
  }

  /** Returns the services of a node's running plugin. */
  public static Part node(NodePlugin plugin) {
    return new Part(List.of(plugin.service()), List.of(plugin), List.of());
  }

  /**
   * Starts the server.
   *
   * @throws IOException when the socket cannot be made
   */
  public static UnixServer start(
      Identity identity,
      ServerSettings settings,
      MeterRegistry meters,
      Tracing tracing,
      Part controller,
      Part node)
      throws IOException {
    List<Readiness> readiness = new ArrayList<>(controller.readiness());
    readiness.addAll(node.readiness());
    List<BindableService> services = new ArrayList<>();
    services.add(
        new IdentityService(
            identity.name(),
            identity.version(),
            PluginServices.of(identity.spec(), identity.topology()),
            readiness));
    services.addAll(controller.services());
    services.addAll(node.services());
    return UnixServer.start(settings, CsiRules.rules(), meters, tracing, services);
  }
}
