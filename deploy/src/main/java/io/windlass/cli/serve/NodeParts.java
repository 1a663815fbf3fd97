package io.windlass.cli.serve;

import io.windlass.cli.mount.MounterProcess;
import io.windlass.config.CsiConfiguration;
import io.windlass.config.CsiConfiguration.NodeConfig;
import io.windlass.csi.NodeName;
import io.windlass.csi.RegionTopology;
import io.windlass.csi.node.NodePlugin;
import io.windlass.csi.node.NodeSettings;
import io.windlass.mounter.ProgressDeadline;
import io.windlass.proto.csi.Topology;
import io.windlass.secret.Keyring;
import io.windlass.store.StoreConnectors;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** Wiring of a node plugin: its directories, and its mounter as a process. */
final class NodeParts {
  private NodeParts() {}

  /**
   * Starts the node plugin.
   *
   * @param connectors of the servers whose buckets can be mounted
   * @param topology how the region of the node is reported; empty: not at all
   */
  static NodePlugin start(
      NodeConfig config,
      Supplier<Keyring> keys,
      StoreConnectors connectors,
      Optional<RegionTopology> topology,
      boolean healthCalls)
      throws IOException {
    return NodePlugin.start(
        new NodeSettings(
            new NodeName(config.name()),
            config.state(),
            config.staging(),
            config.run(),
            config.caCertificate(),
            config.maxVolumes(),
            topology
                .flatMap(known -> config.region().map(known::topology))
                .map(Topology::getSegmentsMap)
                .orElse(Map.of()),
            healthCalls,
            new ProgressDeadline(config.progressDeadline(), CsiConfiguration.PROGRESS_DEADLINE)),
        keys,
        connectors,
        MounterProcess.ofNode(connectors, config.memory(), config.cache(), config.cacheBytes()));
  }
}
