package io.windlass.config;

import io.windlass.connect.BackendKinds;
import io.windlass.observe.LogSettings;
import io.windlass.rpc.ServerSettings;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The whole configuration of a CSI plugin. It holds no secret, only the paths of files with
 * secrets.
 *
 * @param driverName name of the driver in classes
 * @param server settings of the CSI server
 * @param mode services that are served
 * @param spec release of the spec
 * @param topology whether volumes are for the nodes of regions, if backends declare regions
 * @param keys file with the driver's own keys; present with a controller, otherwise empty
 * @param backends configured backends: at least one with a controller, otherwise none
 * @param node settings of a node
 * @param renewals where a controller gives nodes the next credentials; empty: nowhere
 * @param podUid uid of the pod that this process runs in, if it runs in one
 * @param undoAfter time after the last call for something unfinished until it is undone
 * @param metrics address at which metrics are served; empty: they are not served
 * @param log settings of the log
 */
public record CsiConfiguration(
    String driverName,
    ServerSettings server,
    CsiMode mode,
    SpecLevel spec,
    boolean topology,
    Optional<Path> keys,
    List<BackendEntry> backends,
    NodeConfig node,
    Optional<RenewalConfig> renewals,
    Optional<String> podUid,
    Duration undoAfter,
    Optional<InetSocketAddress> metrics,
    LogSettings log) {

  /** The name of the variable that sets {@link NodeConfig#progressDeadline}, for messages. */
  public static final String PROGRESS_DEADLINE = Settings.CSI_PROGRESS_DEADLINE.name();

  /** The name of the variable that sets {@link RenewalConfig#address}, for messages. */
  public static final String RENEWAL_ADDRESS = Settings.CSI_RENEWAL_ADDRESS.name();

  /** What stands for all servers in {@link NodeConfig#endpoints}. */
  public static final String ANY_ENDPOINT = "*";

  public CsiConfiguration {
    backends = List.copyOf(backends);
  }

  /**
   * Where a controller gives nodes the next credentials.
   *
   * @param address address to listen on
   * @param url URL under which nodes reach it; empty: they reach the address
   */
  public record RenewalConfig(InetSocketAddress address, Optional<URI> url) {}

  /**
   * Settings of a node.
   *
   * @param name name of the node
   * @param state directory for what must outlive the plugin
   * @param staging directory on local disk that holds files while they are written
   * @param run directory in which the plugin meets its mounter; lost at a reboot
   * @param memory most bytes of memory for data that was read; empty: an eighth of the memory
   * @param cache directory that also holds data that was read; empty: there is no such cache
   * @param cacheBytes most bytes of this cache; empty: the mounter's default
   * @param mounter who starts the mounter
   * @param mounterUser user of an external mounter; empty: the user of this process
   * @param handoverTimeout how long to wait for an external mounter when told to end
   * @param unsentTimeout how long a volume is not unstaged while data is not on its server
   * @param inUseTimeout how long an unmounted volume may stay in use until it is ended
   * @param maxVolumes most volumes that may be attached to this node, or to any node; 0: no limit
   * @param endpoints base URLs of the servers that volumes may be on, or {@link #ANY_ENDPOINT};
   *     empty: those of the configured backends, and whatever controllers say
   * @param renewalUrl where the node may ask controllers; empty: wherever they say
   * @param region region of the node; present on a node with topology
   * @param caCertificate PEM file of the certificates that mounts trust instead of the system's
   * @param volumeMetrics whether metrics of mounts have the label {@code volume}
   * @param progressDeadline longest time that the mounter may make no progress while something
   *     waits for it
   */
  public record NodeConfig(
      String name,
      Path state,
      Path staging,
      Path run,
      Optional<Long> memory,
      Optional<Path> cache,
      Optional<Long> cacheBytes,
      MounterStart mounter,
      Optional<Integer> mounterUser,
      Duration handoverTimeout,
      Duration unsentTimeout,
      Duration inUseTimeout,
      int maxVolumes,
      Optional<List<String>> endpoints,
      Optional<URI> renewalUrl,
      Optional<String> region,
      Optional<Path> caCertificate,
      boolean volumeMetrics,
      Duration progressDeadline) {}

  /**
   * Reads the configuration.
   *
   * @param environment all variables of the process; those that do not begin with {@code WINDLASS_}
   *     are ignored, except the ones that the specs define
   * @param kinds kinds of backend that can be configured
   * @throws ConfigurationException naming everything that is wrong
   */
  public static CsiConfiguration read(Map<String, String> environment, BackendKinds kinds)
      throws ConfigurationException {
    return new CsiConfigurationReader(environment, kinds).read();
  }
}
