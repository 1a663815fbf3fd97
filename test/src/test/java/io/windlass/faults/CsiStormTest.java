package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.ManagedChannel;
import io.grpc.Status.Code;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverOutput;
import io.windlass.test.driver.DriverProcess;
import io.windlass.test.driver.DriverSetup;
import io.windlass.test.driver.Sockets;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * A controller, a node plugin and its mounter are killed at random points, alone and together,
 * while clients make volumes, mount them, write, take snapshots, restore, clone and delete. In the
 * end every volume has its files, every mount works, and nothing is on the server or the node but
 * what the clients have.
 */
class CsiStormTest {
  private static final String SHARED = "storm-shared";

  private final StormPlan plan = StormPlan.fromProperties(4, 20, 5);

  @Test
  @RealServer(MinioServer.class)
  void everyProcessIsKilled(PrivateServer<MinioServer> minio) throws InterruptedException {
    DriverSetup setup = DriverSetup.minio(minio.server()).asCsi("controller");
    try (DriverProcess controller = DriverProcess.start(setup);
        CsiPlugin node = CsiPlugin.node(setup);
        MinioContents contents = new MinioContents(minio.server())) {
      ManagedChannel channel = Sockets.channel(setup.socket());
      try {
        endure(minio.server(), controller, channel, node, contents);
      } catch (RuntimeException | Error e) {
        e.addSuppressed(new DriverOutput(controller));
        e.addSuppressed(new DriverOutput(node.process()));
        throw e;
      } finally {
        channel.shutdownNow();
      }
    }
  }

  private void endure(
      MinioServer server,
      DriverProcess controller,
      ManagedChannel channel,
      CsiPlugin node,
      MinioContents contents)
      throws InterruptedException {
    SplittableRandom random = new SplittableRandom(plan.seed());
    Crowd crowd = new Crowd(plan);
    List<CsiClient> clients = new ArrayList<>();
    for (int i = 0; i < plan.clients(); i++) {
      CsiCalls calls = new CsiCalls(channel, node.channel(), random.split(), crowd.progress());
      clients.add(new CsiClient("c%02d".formatted(i), SHARED, node.mounts(), calls, contents));
    }
    CsiKiller killer = new CsiKiller(controller, node);
    crowd.run(clients.stream().map(client -> (Runnable) client::act).toList(), killer, random);
    System.out.printf("killed: %s, answers: %s%n", killer.kills(), codes(clients));

    clients.forEach(CsiClient::verify);
    CsiHoldings holdings = CsiClient.holdings(clients);
    System.out.printf(
        "held: %d volumes, %d mounts, %d snapshots%n",
        holdings.volumes().size(), holdings.mounted().size(), holdings.snapshots().size());
    CsiAudit audit = new CsiAudit(server, SHARED);
    NodeAudit nodeAudit = new NodeAudit(node);
    audit.requireExactly(holdings);
    nodeAudit.requireExactly(holdings);

    clients.forEach(CsiClient::removeAll);
    assertThat(CsiClient.holdings(clients)).isEqualTo(CsiHoldings.NONE);
    audit.requireExactly(CsiHoldings.NONE);
    nodeAudit.requireExactly(CsiHoldings.NONE);
  }

  private static Map<Code, Integer> codes(List<CsiClient> clients) {
    Map<Code, Integer> all = new EnumMap<>(Code.class);
    clients.forEach(
        client -> client.codes().forEach((code, n) -> all.merge(code, n, Integer::sum)));
    return all;
  }
}
