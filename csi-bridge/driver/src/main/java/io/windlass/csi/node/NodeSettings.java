package io.windlass.csi.node;

import io.windlass.csi.NodeName;
import io.windlass.csi.node.request.EndpointRules;
import io.windlass.mounter.keeper.ProgressDeadline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;

/**
 * Settings of a node plugin.
 *
 * @param name name of the node
 * @param state directory for what must outlive the plugin: which volume is mounted where. Holds no
 *     secret
 * @param staging directory on local disk that holds files while they are written
 * @param run directory in which the plugin meets its mounter; a short path (about 80 bytes), lost
 *     at a reboot
 * @param cache directory in which the mounter caches data that was read, if it does
 * @param mounterUser user of the mounter, if it may be another than that of this process
 * @param handoverTimeout how long a plugin that is told to end waits for an external mounter
 * @param unsentTimeout how long a volume is not unstaged while data is not on its server
 * @param inUseTimeout how long an unmounted volume may take to end, before it is taken for one that
 *     is in use: there is a copy of its mount in another mount namespace, as container runtimes
 *     make them
 * @param caCertificate PEM file of the certificates that mounts trust instead of the system's
 * @param maxVolumes most volumes that the CO may publish on this node; 0: no limit
 * @param endpoints servers that volumes may name themselves
 * @param topology {@code accessible_topology} of the node; may be empty
 * @param health whether the health calls of spec 1.13 are offered instead of the volume condition
 *     that they replace
 * @param volumeMetrics whether metrics of mounts tell the volume
 * @param deadline deadline for the mounter to start, and to answer requests
 */
public record NodeSettings(
    NodeName name,
    Path state,
    Path staging,
    Path run,
    Optional<Path> cache,
    Optional<Integer> mounterUser,
    Duration handoverTimeout,
    Duration unsentTimeout,
    Duration inUseTimeout,
    Optional<Path> caCertificate,
    int maxVolumes,
    EndpointRules endpoints,
    Map<String, String> topology,
    boolean health,
    boolean volumeMetrics,
    ProgressDeadline deadline) {

  public NodeSettings {
    topology = Map.copyOf(topology);
  }
}
