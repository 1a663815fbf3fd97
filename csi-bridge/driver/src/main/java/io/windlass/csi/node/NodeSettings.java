package io.windlass.csi.node;

import io.windlass.csi.NodeName;
import io.windlass.mounter.ProgressDeadline;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * How a node plugin is set up.
 *
 * @param name of the node
 * @param state directory of what must outlive the plugin: which volume is where. Holds no secret
 * @param staging directory on local disk in which files are kept while they are written
 * @param run directory in which the plugin meets its mounter; a short path (about 80 bytes), lost
 *     at a reboot
 * @param caCertificate PEM file of the certificates that mounts trust instead of the system's
 * @param maxVolumes how many volumes the CO may publish here; 0: as many as it likes
 * @param topology where the node is, as {@code accessible_topology} says it; may be empty
 * @param health whether the health calls of spec 1.13 are offered rather than the volume condition
 *     that they replace
 * @param deadline of the mounter that is started, and of what it is asked for
 */
public record NodeSettings(
    NodeName name,
    Path state,
    Path staging,
    Path run,
    Optional<Path> caCertificate,
    int maxVolumes,
    Map<String, String> topology,
    boolean health,
    ProgressDeadline deadline) {

  public NodeSettings {
    topology = Map.copyOf(topology);
  }
}
