package io.windlass.faults.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.proto.csi.ControllerGrpc.ControllerBlockingStub;
import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.CreateVolumeGroupSnapshotRequest;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.DeleteVolumeGroupSnapshotRequest;
import io.windlass.proto.csi.NodeGrpc.NodeBlockingStub;
import io.windlass.proto.csi.NodePublishVolumeRequest;
import io.windlass.proto.csi.NodeStageVolumeRequest;
import io.windlass.test.csi.CsiPlugin;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every call of CSI that changes something, made twice at once and then again: the answer is the
 * same, or one is told to come again and then gets it. It is a whole life, so that what one call
 * did twice would be in the way of the next.
 */
class CsiTwiceTest {
  private static final long BYTES = 1 << 20;
  private static final long GROWN = 2 * BYTES;

  @Test
  @LongForm(gate = "CsiTwiceTest.onTheEmbeddedServer", reason = "the same life on another server")
  @RealServer(MinioServer.class)
  void onMinio(MinioServer server) throws Exception {
    live(DriverSetup.minio(server));
  }

  @Test
  void onTheEmbeddedServer() throws Exception {
    live(DriverSetup.local());
  }

  private static void live(DriverSetup setup) throws Exception {
    try (CsiPlugin plugin = CsiPlugin.start(setup);
        Pair pair = new Pair(plugin)) {
      String volume = create(pair, VolumeRequests.create("twice-volume", BYTES));
      new Mounts(pair, plugin.mounts(), volume).live();
      CreateSnapshotRequest snapshot =
          CreateSnapshotRequest.newBuilder()
              .setName("twice-snapshot")
              .setSourceVolumeId(volume)
              .build();
      String snapshotId =
          pair.twice(
              "CreateSnapshot",
              calls ->
                  calls.controller(
                      "snapshot",
                      stub -> stub.createSnapshot(snapshot).getSnapshot().getSnapshotId()));
      String restored =
          create(
              pair,
              VolumeRequests.create("twice-restored", GROWN)
                  .setVolumeContentSource(VolumeRequests.ofSnapshot(snapshotId)));
      String cloned =
          create(
              pair,
              VolumeRequests.create("twice-cloned", GROWN)
                  .setVolumeContentSource(VolumeRequests.ofVolume(volume)));
      groups(pair, List.of(volume, restored));
      pair.twice(
          "DeleteSnapshot",
          calls ->
              calls.controller(
                  "delete snapshot",
                  stub -> stub.deleteSnapshot(VolumeRequests.deleteSnapshot(snapshotId))));
      for (String id : List.of(volume, restored, cloned)) {
        pair.twice(
            "DeleteVolume",
            calls ->
                calls.controller(
                    "delete volume", stub -> stub.deleteVolume(VolumeRequests.delete(id))));
      }
      System.out.println("answers: " + pair.codes());
    }
  }

  private static String create(Pair pair, CreateVolumeRequest.Builder request) throws Exception {
    return pair.twice(
            "CreateVolume",
            calls ->
                calls.controller(
                    request.getName(), stub -> stub.createVolume(request.build()).getVolume()))
        .getVolumeId();
  }

  /** Of volumes that nobody writes to, so that it is possible on any backend. */
  private static void groups(Pair pair, List<String> volumes) throws Exception {
    CreateVolumeGroupSnapshotRequest group =
        CreateVolumeGroupSnapshotRequest.newBuilder()
            .setName("twice-group")
            .addAllSourceVolumeIds(volumes)
            .build();
    var made =
        pair.twice(
            "CreateVolumeGroupSnapshot",
            calls ->
                calls.groups(
                    "group", stub -> stub.createVolumeGroupSnapshot(group).getGroupSnapshot()));
    DeleteVolumeGroupSnapshotRequest delete = VolumeRequests.deleteGroup(made.getGroupSnapshotId());
    pair.twice(
        "DeleteVolumeGroupSnapshot",
        calls -> calls.groups("delete group", stub -> stub.deleteVolumeGroupSnapshot(delete)));
  }

  /** Calls about a volume while it exists. */
  private record Mounts(Pair pair, Path mounts, String volume) {
    void live() throws Exception {
      Path target = mounts.resolve("target");
      VolumeRequests requests =
          new VolumeRequests(volume, pair.one().nodeId(), mounts.resolve("staged"), target);
      Map<String, String> context =
          pair.twice(
                  "ControllerPublishVolume",
                  calls ->
                      calls.controller(
                          volume, stub -> stub.controllerPublishVolume(requests.attach(Map.of()))))
              .getPublishContextMap();
      NodeStageVolumeRequest stage = requests.stage().putAllPublishContext(context).build();
      onNode("NodeStageVolume", stub -> stub.nodeStageVolume(stage));
      NodePublishVolumeRequest publish = requests.publish().putAllPublishContext(context).build();
      onNode("NodePublishVolume", stub -> stub.nodePublishVolume(publish));
      MountedFiles.write(target.resolve("file"), new byte[] {1, 2, 3});
      change(target);
      assertThat(MountedFiles.read(target)).containsOnlyKeys("file");
      onNode("NodeUnpublishVolume", stub -> stub.nodeUnpublishVolume(requests.unpublish()));
      onNode("NodeUnstageVolume", stub -> stub.nodeUnstageVolume(requests.unstage()));
      onController(
          "ControllerUnpublishVolume", stub -> stub.controllerUnpublishVolume(requests.detach()));
    }

    private void onNode(String what, Function<NodeBlockingStub, ?> call) throws Exception {
      pair.<Object>twice(what, calls -> calls.node(volume, call));
    }

    private void onController(String what, Function<ControllerBlockingStub, ?> call)
        throws Exception {
      pair.<Object>twice(what, calls -> calls.controller(volume, call));
    }

    private void change(Path target) throws Exception {
      var expand = VolumeRequests.expand(volume, GROWN);
      onController("ControllerExpandVolume", stub -> stub.controllerExpandVolume(expand));
      var onNode = VolumeRequests.expandOnNode(volume, target, GROWN);
      onNode("NodeExpandVolume", stub -> stub.nodeExpandVolume(onNode));
      var modify = VolumeRequests.modify(volume, Map.of("maxObjects", "7"));
      onController("ControllerModifyVolume", stub -> stub.controllerModifyVolume(modify));
    }
  }

  /** Two callers of a plugin. */
  private record Pair(CsiCalls one, CsiCalls other, ExecutorService threads)
      implements AutoCloseable {
    Pair(CsiPlugin plugin) {
      this(
          CsiCalls.alone(plugin.channel(), new SplittableRandom(1)),
          CsiCalls.alone(plugin.channel(), new SplittableRandom(2)),
          Executors.newFixedThreadPool(2));
    }

    /** At once, and then again. */
    <T> T twice(String what, Function<CsiCalls, T> call) throws Exception {
      CyclicBarrier together = new CyclicBarrier(2);
      List<Future<T>> both =
          Stream.of(one, other)
              .map(calls ->
                  threads.submit(() -> {
                    together.await();
                    return call.apply(calls);
                  }))
              .toList();
      T answer = both.getFirst().get();
      assertThat(both.getLast().get()).as(what).isEqualTo(answer);
      assertThat(call.apply(one)).as("%s, again", what).isEqualTo(answer);
      return answer;
    }

    List<Map<Code, Integer>> codes() {
      return List.of(one.codes(), other.codes());
    }

    @Override
    public void close() {
      threads.shutdownNow();
    }
  }
}
