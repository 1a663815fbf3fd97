package io.windlass.csi.node;

import io.grpc.BindableService;
import io.prometheus.metrics.model.registry.MultiCollector;
import io.windlass.connect.BucketConnectors;
import io.windlass.csi.NodeId;
import io.windlass.csi.identity.Readiness;
import io.windlass.csi.node.request.AccessReader;
import io.windlass.mounter.VolumeMounts;
import io.windlass.mounter.keeper.Keeper;
import io.windlass.mounter.run.MounterProgram;
import io.windlass.mounter.run.RunDirectory;
import io.windlass.mounter.run.StopInterlock;
import io.windlass.proto.csi.NodeGetInfoResponse;
import io.windlass.proto.csi.Topology;
import io.windlass.secret.SealingKeyFile;
import io.windlass.secret.SealingKeyPair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
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
  private final MounterWatch watch;
  private final NodeService service;
  private final MountMetrics metrics;
  private final Optional<StopInterlock> interlock;
  private final RenewalThread renewals;

  private NodePlugin(
      Keeper keeper,
      NodeService service,
      MountMetrics metrics,
      Optional<StopInterlock> interlock,
      RenewalThread renewals) {
    this.keeper = keeper;
    this.watch = MounterWatch.start(keeper);
    this.service = service;
    this.metrics = metrics;
    this.interlock = interlock;
    this.renewals = renewals;
  }

  /**
   * Starts the plugin, which takes over what a running mounter serves.
   *
   * @param connectors connectors of the servers that volumes may be on
   * @param program starts a mounter, which must not start a keeper of its own; empty: somebody else
   *     starts the mounter, and the plugin waits for it
   * @throws IOException when the mounter of the plugin does not start, or a directory cannot be
   *     used
   */
  public static NodePlugin start(
      NodeSettings settings, BucketConnectors connectors, Optional<MounterProgram> program)
      throws IOException {
    NodeRecords records = NodeRecords.open(settings.state());
    SealingKeyPair key = new SealingKeyFile(settings.state().resolve("node-key")).key();
    Keeper keeper = keeper(settings, program);
    try {
      return over(keeper, settings, connectors, records, key, program.isEmpty());
    } catch (IOException | RuntimeException e) {
      keeper.close();
      throw e;
    }
  }

  private static NodePlugin over(
      Keeper keeper,
      NodeSettings settings,
      BucketConnectors connectors,
      NodeRecords records,
      SealingKeyPair key,
      boolean external)
      throws IOException {
    NodeId nodeId = new NodeId(settings.name(), key.publicKey());
    RunDirectory run = keeper.run();
    new StaleVolumes(run, records, settings.staging()).remove();
    NodeMounts mounts =
        new NodeMounts(
            new VolumeMounts(run, keeper),
            new VolumeMessages(settings, connectors),
            settings.staging(),
            settings.inUseTimeout());
    List<NodeRecord> all = records.all();
    Set<NodeRecord> living = mounts.living(all);
    for (NodeRecord record : all) {
      if (!living.contains(record)) {
        log.warn(
            "volume {} is not served at {}: it is mounted anew when it is published again",
            record.volumeId(),
            record.mountPoint());
      }
    }
    UnsentGuard unsent =
        new UnsentGuard(
            records,
            mounts::unsent,
            settings.unsentTimeout(),
            InstantSource.system(),
            Thread::sleep);
    AccessReader access = new AccessReader(connectors, key, settings.endpoints());
    NodePlaces places = new NodePlaces(records, mounts);
    ExecutorService questions = Executors.newVirtualThreadPerTaskExecutor();
    CredentialRenewals renewals =
        new CredentialRenewals(
            records::all,
            new RenewableMounts(mounts, places),
            new RenewalClient(nodeId, access, InstantSource.system()),
            InstantSource.system(),
            questions);
    NodeVolumes volumes = new NodeVolumes(access, records, mounts, places, unsent, renewals);
    NodeReports reports = new NodeReports(volumes, records, mounts, settings.health());
    NodeService service =
        new NodeService(volumes, reports, info(settings, nodeId), settings.health());
    Optional<StopInterlock> interlock =
        external ? Optional.of(keeper.stopInterlock(settings.handoverTimeout())) : Optional.empty();
    MountMetrics metrics =
        new MountMetrics(
            records,
            mounts,
            keeper,
            unsent,
            renewals,
            settings.staging(),
            settings.volumeMetrics());
    return new NodePlugin(
        keeper, service, metrics, interlock, RenewalThread.start(renewals, questions));
  }

  private static Keeper keeper(NodeSettings settings, Optional<MounterProgram> program)
      throws IOException {
    RunDirectory run = new RunDirectory(settings.run(), settings.mounterUser());
    run.createForMounter("staging directory", settings.staging());
    if (program.isEmpty()) {
      if (settings.cache().isPresent()) {
        run.createForMounter("cache", settings.cache().get());
      }
      return Keeper.ofExternal(run, settings.deadline());
    }
    try {
      return Keeper.start(run, program.get(), settings.deadline());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted before a mounter came up", e);
    }
  }

  private static NodeGetInfoResponse info(NodeSettings settings, NodeId nodeId) {
    NodeGetInfoResponse.Builder info =
        NodeGetInfoResponse.newBuilder()
            .setNodeId(nodeId.toString())
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

  /** Returns the metrics of the node's mounts. A scrape of them takes a few seconds at most. */
  public MultiCollector metrics() {
    return metrics;
  }

  /**
   * Returns whether a restart of the plugin might help: not if /dev/fuse is usable and the mounter
   * answers, or somebody else starts the mounter. Returns at once.
   */
  @Override
  public State check() {
    Optional<String> trouble = interlock.isPresent() ? deviceTrouble() : notReady();
    return trouble.<State>map(State.Broken::new).orElseGet(State.Ready::new);
  }

  /** Returns why volumes cannot be mounted at the moment, if they cannot. Returns at once. */
  public Optional<String> notReady() {
    return deviceTrouble().or(watch::trouble);
  }

  private static Optional<String> deviceTrouble() {
    return Files.isReadable(DEVICE) && Files.isWritable(DEVICE)
        ? Optional.empty()
        : Optional.of(DEVICE + " is not there, or may not be used");
  }

  /**
   * Waits until the plugin may end without harm to the mounts: an external mounter that was told to
   * end at the same time ends first, and its successor takes over. Calls are answered meanwhile.
   */
  public void awaitHandover() {
    interlock.ifPresent(StopInterlock::await);
  }

  /** Stops the keeper. Mounts continue, and the next plugin takes them over. */
  @Override
  public void close() {
    renewals.close();
    watch.close();
    keeper.close();
  }
}
