package io.windlass.cli.serve;

import io.windlass.access.BucketLocation;
import io.windlass.cli.mount.MounterProcess;
import io.windlass.config.CsiConfiguration;
import io.windlass.config.CsiConfiguration.NodeConfig;
import io.windlass.connect.BucketConnectors;
import io.windlass.csi.NodeName;
import io.windlass.csi.RegionTopology;
import io.windlass.csi.node.NodePlugin;
import io.windlass.csi.node.NodeSettings;
import io.windlass.csi.node.request.EndpointRules;
import io.windlass.mounter.keeper.ProgressDeadline;
import io.windlass.mounter.run.MounterProgram;
import io.windlass.proto.csi.Topology;
import java.io.IOException;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Wiring of a node plugin: its directories, and its mounter as a process. */
final class NodeParts {
  private static final Logger log = LoggerFactory.getLogger(NodeParts.class);

  private NodeParts() {}

  /**
   * Starts the node plugin.
   *
   * @param connectors of the servers whose buckets can be mounted
   * @param own addresses of buckets on the configured backends, whatever buckets
   * @param topology how the region of the node is reported; empty: not at all
   */
  static NodePlugin start(
      NodeConfig config,
      BucketConnectors connectors,
      List<BucketLocation> own,
      Optional<RegionTopology> topology,
      boolean healthCalls)
      throws IOException {
    return NodePlugin.start(
        new NodeSettings(
            new NodeName(config.name()),
            config.state(),
            config.staging(),
            config.run(),
            config.cache(),
            config.mounterUser(),
            config.handoverTimeout(),
            config.unsentTimeout(),
            config.inUseTimeout(),
            config.caCertificate(),
            config.maxVolumes(),
            endpoints(config, connectors, own),
            topology
                .flatMap(known -> config.region().map(known::topology))
                .map(Topology::getSegmentsMap)
                .orElse(Map.of()),
            healthCalls,
            config.volumeMetrics(),
            new ProgressDeadline(config.progressDeadline(), CsiConfiguration.PROGRESS_DEADLINE)),
        connectors,
        program(config, connectors));
  }

  /** Returns what starts the mounter; empty if somebody else does. */
  private static Optional<MounterProgram> program(NodeConfig config, BucketConnectors connectors) {
    return switch (config.mounter()) {
      case OWN ->
          Optional.of(
              MounterProcess.ofNode(
                  connectors, config.memory(), config.cache(), config.cacheBytes()));
      case EXTERNAL -> {
        if (config.memory().isPresent()) {
          log.warn("WINDLASS_CSI_MEMORY has no effect on an external mounter, which has --memory");
        }
        yield Optional.empty();
      }
    };
  }

  private static EndpointRules endpoints(
      NodeConfig config, BucketConnectors connectors, List<BucketLocation> own) {
    Set<URI> servers = new HashSet<>();
    for (BucketLocation location : own) {
      connectors
          .of(location.protocol())
          .ifPresent(connector -> servers.add(connector.server(connector.address(location))));
    }
    Optional<Set<String>> listed = config.endpoints().map(Set::copyOf);
    boolean any = listed.filter(each -> each.contains(CsiConfiguration.ANY_ENDPOINT)).isPresent();
    Set<URI> allowed =
        listed
            .filter(_ -> !any)
            .map(each -> each.stream().map(URI::create).collect(Collectors.toSet()))
            .orElse(servers);
    return new EndpointRules(any, allowed, servers, config.renewalUrl());
  }
}
