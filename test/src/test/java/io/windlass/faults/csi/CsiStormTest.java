package io.windlass.faults.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Status.Code;
import io.windlass.faults.Crowd;
import io.windlass.faults.LostServer;
import io.windlass.faults.Progress;
import io.windlass.faults.StormPlan;
import io.windlass.faults.csi.CsiKiller.Victims;
import io.windlass.faults.csi.StormVolume.Stage;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.Sockets;
import io.windlass.testing.Cluster;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/**
 * A controller, a node plugin and its mounter are killed, alone and together, while clients make
 * volumes, mount them and write. In the end every volume has its files, every mount works, and
 * nothing is on the server or the node but what the clients have.
 */
class CsiStormTest {
  private static final String SHARED = "storm-shared";

  /** What is done with the processes. */
  private interface Deeds {
    void run(World world) throws InterruptedException;
  }

  /**
   * Where volumes are.
   *
   * @param shared a bucket for folders, where volumes can be folders
   */
  private record Place(DriverSetup setup, S3Contents contents, Optional<String> shared)
      implements AutoCloseable {
    static Place on(MinioServer server) {
      return new Place(DriverSetup.minio(server), S3Contents.of(server), Optional.of(SHARED));
    }

    @Override
    public void close() {
      contents.close();
    }
  }

  /**
   * A controller, and a node with its mounter.
   *
   * @param channel to the controller
   */
  private record World(
      Place place, DriverProcess controller, ManagedChannel channel, CsiPlugin node) {

    CsiCalls calls(SplittableRandom random, Progress progress) {
      return new CsiCalls(channel, node.channel(), random, progress);
    }

    void requireExactly(CsiHoldings holdings) {
      new CsiAudit(place.contents, place.shared).requireExactly(holdings);
      new NodeAudit(node).requireExactly(holdings);
    }
  }

  private static void during(Place place, Deeds deeds) throws InterruptedException {
    DriverSetup setup = place.setup.asCsi("controller");
    try (DriverProcess controller = DriverProcess.start(setup);
        CsiPlugin node = CsiPlugin.node(setup)) {
      ManagedChannel channel = Sockets.channel(setup.socket());
      try {
        deeds.run(new World(place, controller, channel, node));
      } catch (RuntimeException | Error e) {
        e.addSuppressed(new DriverOutput(controller));
        e.addSuppressed(new DriverOutput(node.process()));
        throw e;
      } finally {
        channel.shutdownNow();
      }
    }
  }

  /** Of one volume; it goes on after each death. */
  @Test
  @RealServer(MinioServer.class)
  void aLifeGoesOnWhicheverProcessDies(PrivateServer<MinioServer> minio)
      throws InterruptedException {
    try (Place place = Place.on(minio.server())) {
      during(
          place,
          world -> {
            CsiCalls calls = world.calls(new SplittableRandom(1), new Progress());
            CsiKiller killer = new CsiKiller(world.controller, world.node);
            StormVolume volume =
                new StormVolume(
                    "life",
                    Map.of("bucket", SHARED),
                    calls.nodeId(),
                    world.node.mounts().resolve("life"),
                    calls);
            volume.create();
            killer.kill(Victims.CONTROLLER);
            volume.rise();
            killer.kill(Victims.NODE_PLUGIN);
            volume.rise();
            volume.rise();
            MountedFiles.write(volume.target().resolve("begun"), new byte[] {0});
            for (Victims victims : Victims.values()) {
              killer.kill(victims);
              MountedFiles.write(volume.target().resolve("after " + victims), new byte[] {1});
            }
            assertThat(MountedFiles.read(volume.target())).hasSize(Victims.values().length + 1);
            world.requireExactly(new CsiHoldings(List.of(volume.held()), Map.of(), Set.of()));
            while (volume.stage() != Stage.NONE) {
              volume.fall();
            }
            world.requireExactly(CsiHoldings.NONE);
          });
    }
  }

  /** While they take snapshots, restore, clone and delete, too. */
  @Test
  @LongForm(
      gate = {"CsiStormTest.aLifeGoesOnWhicheverProcessDies", "CsiHandoverTest"},
      reason = "deaths at random points, under load")
  @RealServer(MinioServer.class)
  void everyProcessIsKilled(PrivateServer<MinioServer> minio) throws InterruptedException {
    try (Place place = Place.on(minio.server())) {
      during(place, world -> endure(world, killer -> killer));
    }
  }

  /** Those of the store, too, of which there are four. */
  @Test
  @LongForm(
      gate = {"CsiStormTest.aLifeGoesOnWhicheverProcessDies"},
      reason = "a store of several processes")
  @RealServer(MinioServer.class)
  void processesOfMinioDieAndLoseTheirDisks() throws InterruptedException {
    try (Cluster<MinioServer> minio = Cluster.minio();
        Place place = Place.on(minio.server())) {
      during(place, world -> endure(world, killer -> new LostServer(minio, true, killer)));
    }
  }

  private static void endure(World world, UnaryOperator<Crowd.Trouble> trouble)
      throws InterruptedException {
    StormPlan plan = StormPlan.ofForm(4, 20, 5);
    SplittableRandom random = new SplittableRandom(plan.seed());
    Crowd crowd = new Crowd(plan);
    List<CsiClient> clients = new ArrayList<>();
    for (int i = 0; i < plan.clients(); i++) {
      CsiCalls calls = world.calls(random.split(), crowd.progress());
      clients.add(
          new CsiClient(
              "c%02d".formatted(i),
              world.place.shared,
              world.node.mounts(),
              calls,
              world.place.contents));
    }
    CsiKiller killer = new CsiKiller(world.controller, world.node);
    crowd.run(
        clients.stream().map(client -> (Runnable) client::act).toList(),
        trouble.apply(killer),
        random);
    System.out.printf("killed: %s, answers: %s%n", killer.kills(), codes(clients));

    clients.forEach(CsiClient::verify);
    CsiHoldings holdings = CsiClient.holdings(clients);
    System.out.printf(
        "held: %d volumes, %d mounts, %d snapshots%n",
        holdings.volumes().size(), holdings.mounted().size(), holdings.snapshots().size());
    world.requireExactly(holdings);

    clients.forEach(CsiClient::removeAll);
    assertThat(CsiClient.holdings(clients)).isEqualTo(CsiHoldings.NONE);
    world.requireExactly(CsiHoldings.NONE);
  }

  private static Map<Code, Integer> codes(List<CsiClient> clients) {
    Map<Code, Integer> all = new EnumMap<>(Code.class);
    clients.forEach(
        client -> client.codes().forEach((code, n) -> all.merge(code, n, Integer::sum)));
    return all;
  }
}
