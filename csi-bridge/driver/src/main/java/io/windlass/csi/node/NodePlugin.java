package io.windlass.csi.node;

import io.grpc.BindableService;
import io.windlass.csi.identity.Readiness;
import io.windlass.mounter.Keeper;
import io.windlass.mounter.MounterProgram;
import io.windlass.mounter.ProgressDeadline;
import io.windlass.mounter.RunDirectory;
import io.windlass.mounter.VolumeMounts;
import io.windlass.proto.csi.NodeGetInfoResponse;
import io.windlass.proto.csi.Topology;
import io.windlass.secret.Keyring;
import io.windlass.store.StoreConnectors;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A node plugin: the Node service, and the keeper of the mounter that serves this node's volumes.
 * The plugin may end or be killed, and be started again: mounts live as long as the mounter does.
 */
public final class NodePlugin implements Readiness, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(NodePlugin.class);
  private static final Path DEVICE = Path.of("/dev/fuse");

  private final Keeper keeper;
  private final NodeService service;

  private NodePlugin(Keeper keeper, NodeService service) {
    this.keeper = keeper;
    this.service = service;
  }

  /**
   * Starts the plugin, which takes over what a running mounter serves.
   *
   * @param keys the same keys that controllers have
   * @param connectors connectors of the servers that volumes may be on
   * @param program starts a mounter, which must not start a keeper of its own
   * @throws IOException when no mounter starts, or a directory cannot be used
   */
  public static NodePlugin start(
      NodeSettings settings,
      Supplier<Keyring> keys,
      StoreConnectors connectors,
      MounterProgram program)
      throws IOException {
    NodeRecords records = NodeRecords.open(settings.state());
    String nodeId = records.nodeId(settings.name(), keys.get());
    Files.createDirectories(settings.staging());
    RunDirectory run = new RunDirectory(settings.run());
    Keeper keeper = keeper(run, connectors, program, settings.deadline());
    NodeMounts mounts =
        new NodeMounts(new VolumeMounts(run, keeper), new VolumeMessages(settings, connectors));
    for (NodeRecord record : records.all()) {
      if (!mounts.lives(record)) {
        log.warn(
            "volume {} is not served at {}: it is mounted anew when it is published again",
            record.volumeId(),
            record.mountPoint());
      }
    }
    NodeVolumes volumes =
        new NodeVolumes(
            new AccessReader(connectors, keys, nodeId, settings.endpoints()),
            records,
            mounts,
            new NodePlaces(records, mounts));
    NodeReports reports = new NodeReports(volumes, records, mounts, settings.health());
    NodeService service =
        new NodeService(volumes, reports, info(settings, nodeId), settings.health());
    return new NodePlugin(keeper, service);
  }

  private static Keeper keeper(
      RunDirectory run,
      StoreConnectors connectors,
      MounterProgram program,
      ProgressDeadline deadline)
      throws IOException {
    try {
      return Keeper.start(run, connectors, program, deadline);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before a mounter came up", e);
    }
  }

  private static NodeGetInfoResponse info(NodeSettings settings, String nodeId) {
    NodeGetInfoResponse.Builder info =
        NodeGetInfoResponse.newBuilder()
            .setNodeId(nodeId)
            .setMaxVolumesPerNode(settings.maxVolumes());
    if (!settings.topology().isEmpty()) {
      info.setAccessibleTopology(Topology.newBuilder().putAllSegments(settings.topology()));
    }
    return info.build();
  }

  /** Returns the Node service. */
  public BindableService service() {
    return service;
  }

  /** Returns whether volumes can be mounted: /dev/fuse is usable, and a mounter answers in time. */
  @Override
  public State check() {
    if (!Files.isReadable(DEVICE) || !Files.isWritable(DEVICE)) {
      return new State.Broken(DEVICE + " is not there, or may not be used");
    }
    try {
      keeper.ping();
      return new State.Ready();
    } catch (IOException e) {
      return new State.Broken("the mounter does not answer: " + e.getMessage());
    }
  }

  /** Stops the keeper. Mounts continue, and the next plugin takes them over. */
  @Override
  public void close() {
    keeper.close();
  }
}
