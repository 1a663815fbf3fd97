package io.windlass.faults.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.faults.LocalAudit;
import io.windlass.faults.csi.S3Contents;
import io.windlass.linux.MountPoint;
import io.windlass.proto.csi.ControllerGrpc;
import io.windlass.proto.csi.ControllerGrpc.ControllerBlockingStub;
import io.windlass.proto.csi.ListSnapshotsRequest;
import io.windlass.proto.csi.ListVolumesRequest;
import io.windlass.proto.csi.NodeGetInfoRequest;
import io.windlass.proto.csi.NodeGrpc;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Thousands of requests of every kind to every RPC of CSI, as {@link Fuzzing} says. */
@LongForm(
    gate = {"FuzzTest.onTheEmbeddedServer", "ErrorRowsTest"},
    reason = "thousands of requests, of which some mount")
class CsiFuzzTest {
  private static final int REQUESTS = Fuzzing.requests(6_000, 6_000);

  @Test
  void onTheEmbeddedServer() {
    DriverSetup setup = DriverSetup.local();
    fuzz(setup, REQUESTS, () -> new LocalAudit(setup.data()).requireOnlyBuckets());
  }

  @Test
  @RealServer(MinioServer.class)
  void onMinio(PrivateServer<MinioServer> minio) {
    Runnable nothing =
        () -> {
          try (S3Contents contents = S3Contents.of(minio.server())) {
            assertThat(contents.records().keySet()).allMatch(key -> key.startsWith("buckets/"));
            assertThat(contents.keys()).isEmpty();
          }
        };
    fuzz(DriverSetup.minio(minio.server()), REQUESTS / 4, nothing);
  }

  /**
   * @param nothing fails if there is anything on the server but buckets: shared ones stay
   */
  private static void fuzz(DriverSetup setup, int requests, Runnable nothing) {
    try (CsiPlugin plugin = CsiPlugin.start(setup)) {
      String node =
          NodeGrpc.newBlockingStub(plugin.channel())
              .nodeGetInfo(NodeGetInfoRequest.getDefaultInstance())
              .getNodeId();
      CsiConsequences consequences = new CsiConsequences();
      new Fuzzing()
          .fuzz(
              plugin.process(),
              (random, prefix) ->
                  new CsiDialect(
                      new ValidCsiRequests(random, prefix, node, plugin.mounts(), consequences),
                      consequences,
                      plugin.mounts()),
              requests,
              () -> requireExactly(consequences, plugin),
              fuzzer -> CsiDialect.removeAll(fuzzer, consequences));
      requireExactly(new CsiConsequences(), plugin);
      nothing.run();
    }
  }

  /** Requires that the driver lists, and the node has mounted, exactly what is expected. */
  private static void requireExactly(CsiConsequences there, CsiPlugin plugin) {
    System.out.printf(
        "there are %d volumes, %d attached, %d snapshots, %d staged, %d published%n",
        there.volumes().size(),
        there.attachments().size(),
        there.snapshots().size(),
        there.staged().size(),
        there.published().size());
    ControllerBlockingStub controller = ControllerGrpc.newBlockingStub(plugin.channel());
    var volumes = controller.listVolumes(ListVolumesRequest.getDefaultInstance()).getEntriesList();
    assertThat(volumes)
        .extracting(entry -> entry.getVolume().getVolumeId())
        .containsExactlyInAnyOrderElementsOf(there.volumes());
    assertThat(
            volumes.stream()
                .flatMap(entry ->
                    entry.getStatus().getPublishedNodeIdsList().stream()
                        .map(node ->
                            new CsiConsequences.Attached(entry.getVolume().getVolumeId(), node))))
        .containsExactlyInAnyOrderElementsOf(there.attachments());
    assertThat(controller.listSnapshots(ListSnapshotsRequest.getDefaultInstance()).getEntriesList())
        .extracting(entry -> entry.getSnapshot().getSnapshotId())
        .containsExactlyInAnyOrderElementsOf(there.snapshots().keySet());
    assertThat(plugin.mounted())
        .extracting(MountPoint::path)
        .containsExactlyInAnyOrderElementsOf(
            Stream.concat(there.staged().stream(), there.published().stream())
                .map(CsiConsequences.Seen::place)
                .toList());
  }
}
