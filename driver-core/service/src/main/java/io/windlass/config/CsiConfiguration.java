package io.windlass.config;

import io.windlass.observe.LogSettings;
import io.windlass.rpc.ServerSettings;
import io.windlass.store.StoreKinds;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The whole configuration of a CSI plugin. It holds no secret, only where secrets are.
 *
 * @param driverName what the driver is called in classes
 * @param server where and how CSI is served
 * @param mode which services are
 * @param spec the release of the spec
 * @param topology whether volumes are for the nodes of regions, where backends declare them
 * @param keys the file with the driver's own keys, the same for controllers and nodes
 * @param backends at least one where there is a controller; else none
 * @param node what a node needs
 * @param undoAfter how long after the last call something is undone that was never finished
 * @param metrics where metrics are served, if they are
 * @param log how the driver logs
 */
public record CsiConfiguration(
    String driverName,
    ServerSettings server,
    CsiMode mode,
    SpecLevel spec,
    boolean topology,
    Path keys,
    List<BackendConfig> backends,
    NodeConfig node,
    Duration undoAfter,
    Optional<InetSocketAddress> metrics,
    LogSettings log) {

  /** The variable that sets {@link NodeConfig#progressDeadline}, for messages. */
  public static final String PROGRESS_DEADLINE = Settings.CSI_PROGRESS_DEADLINE.name();

  public CsiConfiguration {
    backends = List.copyOf(backends);
  }

  /**
   * What a node needs.
   *
   * @param name of the node
   * @param state directory of what must outlive the plugin
   * @param staging directory on local disk in which files are kept while they are written
   * @param run directory in which the plugin meets its mounter; lost at a reboot
   * @param memory most bytes for what is read; empty: an eighth of what there is
   * @param cache directory in which what was read is kept, too
   * @param cacheBytes most that it may take; empty: the mounter's default
   * @param maxVolumes how many volumes may be attached to it, or to any node; 0: any number
   * @param region of the node; there is one where there is a node and topology
   * @param caCertificate PEM file of the certificates that mounts trust instead of the system's
   * @param progressDeadline how long its mounter may make no progress when something waits for it
   */
  public record NodeConfig(
      String name,
      Path state,
      Path staging,
      Path run,
      Optional<Long> memory,
      Optional<Path> cache,
      Optional<Long> cacheBytes,
      int maxVolumes,
      Optional<String> region,
      Optional<Path> caCertificate,
      Duration progressDeadline) {}

  /**
   * Reads the configuration.
   *
   * @param environment all variables of the process; those that do not begin with {@code WINDLASS_}
   *     are passed over, but for those of the specs
   * @param kinds of backend that can be configured
   * @throws ConfigurationException with everything that is wrong
   */
  public static CsiConfiguration read(Map<String, String> environment, StoreKinds kinds)
      throws ConfigurationException {
    return new CsiConfigurationReader(environment, kinds).read();
  }
}
