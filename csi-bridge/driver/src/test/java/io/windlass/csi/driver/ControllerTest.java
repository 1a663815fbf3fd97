package io.windlass.csi.driver;

import static io.windlass.csi.driver.CsiRequests.capability;
import static io.windlass.csi.driver.CsiRequests.delete;
import static io.windlass.csi.driver.CsiRequests.expand;
import static io.windlass.csi.driver.CsiRequests.modify;
import static io.windlass.csi.driver.CsiRequests.publish;
import static io.windlass.csi.driver.CsiRequests.unpublish;
import static io.windlass.csi.driver.CsiRequests.validate;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.windlass.backend.Backend;
import io.windlass.config.SpecLevel;
import io.windlass.csi.PublishContext;
import io.windlass.csi.controller.ControllerSettings;
import io.windlass.proto.csi.ControllerGetCapabilitiesRequest;
import io.windlass.proto.csi.ControllerGetVolumeHealthRequest;
import io.windlass.proto.csi.ControllerGetVolumeRequest;
import io.windlass.proto.csi.ControllerGrpc.ControllerBlockingStub;
import io.windlass.proto.csi.ControllerServiceCapability;
import io.windlass.proto.csi.ControllerServiceCapability.RPC;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.CreateVolumeResponse;
import io.windlass.proto.csi.GetCapacityRequest;
import io.windlass.proto.csi.GetPluginInfoRequest;
import io.windlass.proto.csi.IdentityGrpc;
import io.windlass.proto.csi.ProbeRequest;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.secret.Keyring;
import io.windlass.secret.SealingKeyPair;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Controller service over a real socket and a real server. */
@RealServer(MinioServer.class)
class ControllerTest {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final SealingKeyPair KEY = SealingKeyPair.generate();
  private static final SealingKeyPair OTHER_KEY = SealingKeyPair.generate();
  private static final String NODE = ControllerDriver.node("node-1", KEY);
  private static final String UNKNOWN = "minio/no-such-volume";

  @TempDir Path directory;
  private final MinioServer server;
  private Backend backend;
  private ControllerDriver driver;
  private ControllerBlockingStub controller;

  ControllerTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  void start() throws Exception {
    backend = MinioBackends.open(server, directory, () -> RING);
    begin(SpecLevel.V1_13);
  }

  private void begin(SpecLevel spec) throws Exception {
    driver = ControllerDriver.start(backend, directory, RING, ControllerSettings.of(spec));
    controller = driver.controller();
  }

  @AfterEach
  void stop() {
    driver.close();
    backend.close();
  }

  private static CreateVolumeRequest.Builder fresh() {
    return CsiRequests.create(UniqueName.of("pvc"));
  }

  private String made(CreateVolumeRequest.Builder request) {
    return controller.createVolume(request.build()).getVolume().getVolumeId();
  }

  @Test
  void whatIsNotThereCanBeUnpublishedAndDeleted() {
    for (String id : List.of(UNKNOWN, "fake-vol-id")) {
      controller.deleteVolume(delete(id));
      controller.controllerUnpublishVolume(unpublish(id, NODE));
    }
    String id = made(fresh());
    controller.controllerUnpublishVolume(unpublish(id, "some-fake-node"));
    controller.deleteVolume(delete(id));
  }

  @Test
  void capabilitiesAreThoseOfTheRelease() throws Exception {
    driver.close();
    begin(SpecLevel.V1_11);
    assertThat(capabilities())
        .contains(RPC.Type.VOLUME_CONDITION)
        .doesNotContain(
            RPC.Type.GET_VOLUME_HEALTH, RPC.Type.LIST_VOLUME_HEALTH, RPC.Type.GET_SNAPSHOT);
  }

  private List<RPC.Type> capabilities() {
    return controller
        .controllerGetCapabilities(ControllerGetCapabilitiesRequest.getDefaultInstance())
        .getCapabilitiesList()
        .stream()
        .map(ControllerServiceCapability::getRpc)
        .map(RPC::getType)
        .toList();
  }

  @Test
  void tellsHowVolumesAre() throws Exception {
    String id = made(fresh());
    backend.buckets().delete(id.substring("minio/".length()));
    ControllerGetVolumeHealthRequest asked =
        ControllerGetVolumeHealthRequest.newBuilder().setVolumeId(id).build();
    assertThat(
            controller.controllerGetVolumeHealth(asked).getVolumeHealth().getHealthStatusesList())
        .singleElement()
        .satisfies(status -> assertThat(status.getReason()).isEqualTo("BucketMissing"));
    driver.close();
    begin(SpecLevel.V1_11);
    assertThat(
            controller
                .controllerGetVolume(
                    ControllerGetVolumeRequest.newBuilder().setVolumeId(id).build())
                .getStatus()
                .getVolumeCondition()
                .getAbnormal())
        .isTrue();
    controller.deleteVolume(delete(id));
  }

  @Test
  void aNodeIsToldWhatItNeedsAndNobodyElseCanReadIt() {
    String id =
        made(fresh().putMutableParams("metadataTtl", "7s").putParameters("maxObjects", "9"));
    Map<String, String> told =
        controller.controllerPublishVolume(publish(id, NODE).build()).getPublishContextMap();
    PublishContext context = open(told, id, KEY).orElseThrow();
    assertThat(context.capacityBytes()).isEqualTo(CsiRequests.BYTES);
    assertThat(context.capacityObjects()).isEqualTo(9);
    assertThat(context.tuning()).isEqualTo(Map.of("metadataTtl", "7s"));
    assertThat(catchThrowableOfType(IllegalStateException.class, () -> open(told, id, OTHER_KEY)))
        .isNotNull();
    assertThat(controller.controllerPublishVolume(publish(id, NODE).build()).getPublishContextMap())
        .isEqualTo(told);
    controller.controllerUnpublishVolume(unpublish(id, NODE));
    controller.deleteVolume(delete(id));
  }

  private static Optional<PublishContext> open(
      Map<String, String> told, String id, SealingKeyPair key) {
    return PublishContext.open(told, ControllerDriver.CONNECTORS, key, id);
  }

  @Test
  void confirmsWhatAVolumeHasAndSaysWhatItHasNot() {
    String id = made(fresh().putParameters("uid", "7"));
    assertThat(
            controller
                .validateVolumeCapabilities(validate(id).putParameters("uid", "7").build())
                .getConfirmed()
                .getVolumeCapabilitiesList())
        .containsExactly(capability(Mode.SINGLE_NODE_WRITER));
    var other =
        controller.validateVolumeCapabilities(validate(id).putParameters("uid", "8").build());
    assertThat(other.hasConfirmed()).isFalse();
    assertThat(other.getMessage()).contains("uid");
    controller.deleteVolume(delete(id));
  }

  @Test
  void twoCallsAtOnceGetTheSameAnswerOrOneIsToldToComeAgain() throws Exception {
    CreateVolumeRequest request = fresh().build();
    CreateVolumeResponse volume = twice(() -> controller.createVolume(request));
    String id = volume.getVolume().getVolumeId();
    twice(() -> controller.controllerPublishVolume(publish(id, NODE).build()));
    twice(() -> controller.controllerExpandVolume(expand(id, 1 << 20).build()));
    twice(() -> controller.controllerModifyVolume(modify(id, Map.of("maxObjects", "5"))));
    twice(() -> controller.validateVolumeCapabilities(validate(id).build()));
    twice(() ->
        controller.controllerGetVolume(
            ControllerGetVolumeRequest.newBuilder().setVolumeId(id).build()));
    twice(() -> controller.getCapacity(GetCapacityRequest.getDefaultInstance()));
    twice(() -> controller.controllerUnpublishVolume(unpublish(id, NODE)));
    twice(() -> controller.deleteVolume(delete(id)));
  }

  /** At once, and then again. */
  private static <T> T twice(Callable<T> call) throws Exception {
    Supplier<T> patient = () -> untilNotAborted(call);
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      Future<T> one = threads.submit(patient::get);
      Future<T> other = threads.submit(patient::get);
      assertThat(one.get()).isEqualTo(other.get());
    }
    return call.call();
  }

  private static boolean isAborted(Throwable failure) {
    return failure instanceof StatusRuntimeException told
        && told.getStatus().getCode() == Code.ABORTED;
  }

  private static <T> T untilNotAborted(Callable<T> call) {
    return await()
        .pollInterval(Duration.ofMillis(1))
        .ignoreExceptionsMatching(ControllerTest::isAborted)
        .until(call, _ -> true);
  }

  @Test
  void tellsWhoItIsAndThatItIsWell() {
    IdentityGrpc.IdentityBlockingStub identity = driver.identity();
    assertThat(identity.getPluginInfo(GetPluginInfoRequest.getDefaultInstance()).getName())
        .isEqualTo("csi.windlass.io");
    assertThat(identity.probe(ProbeRequest.getDefaultInstance()).getReady().getValue()).isTrue();
  }
}
