package io.windlass.csi.driver;

import static io.windlass.csi.driver.CsiRequests.delete;
import static io.windlass.csi.driver.CsiRequests.modify;
import static io.windlass.csi.driver.CsiRequests.publish;
import static io.windlass.csi.driver.CsiRequests.unpublish;
import static org.assertj.core.api.Assertions.assertThat;

import io.grpc.Status.Code;
import io.windlass.backend.Backend;
import io.windlass.config.SpecLevel;
import io.windlass.csi.RegionTopology;
import io.windlass.csi.controller.ControllerSettings;
import io.windlass.proto.csi.ControllerGetVolumeRequest;
import io.windlass.proto.csi.ControllerGrpc.ControllerBlockingStub;
import io.windlass.proto.csi.ControllerListVolumeHealthRequest;
import io.windlass.proto.csi.CreateSnapshotRequest;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.DeleteSnapshotRequest;
import io.windlass.proto.csi.GetCapacityRequest;
import io.windlass.proto.csi.GetPluginCapabilitiesRequest;
import io.windlass.proto.csi.ListVolumesRequest;
import io.windlass.proto.csi.PluginCapability;
import io.windlass.proto.csi.PluginCapability.Service;
import io.windlass.proto.csi.Topology;
import io.windlass.proto.csi.TopologyRequirement;
import io.windlass.proto.csi.Volume;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.BlockVolume;
import io.windlass.proto.csi.VolumeContentSource;
import io.windlass.proto.csi.VolumeHealth;
import io.windlass.registry.Fingerprint;
import io.windlass.registry.RecordKind;
import io.windlass.registry.VolumeRecord;
import io.windlass.secret.Keyring;
import io.windlass.secret.SealingKeyPair;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.volume.Regions;
import io.windlass.volume.VolumeRules;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests of the administrator's settings about volumes, over a real server. */
@RealServer(MinioServer.class)
class ControllerRulesTest {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final RegionTopology TOPOLOGY = RegionTopology.of("csi.windlass.io");

  /** The server's own; it makes buckets nowhere else. */
  private static final String HERE = "us-east-1";

  private static final String THERE = "north-1";
  private static final Regions BOTH = new Regions(Map.of("minio", List.of(HERE, THERE)));

  @TempDir Path directory;
  private final MinioServer server;
  private Backend backend;
  private ControllerDriver driver;
  private ControllerBlockingStub controller;

  ControllerRulesTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() throws IOException {
    backend = MinioBackends.open(server, directory, () -> RING);
    start(ControllerSettings.of(SpecLevel.V1_13));
  }

  private void restart(ControllerSettings settings) throws IOException {
    driver.close();
    start(settings);
  }

  private void start(ControllerSettings settings) throws IOException {
    driver = ControllerDriver.start(backend, directory, RING, settings);
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

  private Volume made(CreateVolumeRequest.Builder request) {
    return controller.createVolume(request.build()).getVolume();
  }

  @Test
  void aNodeHasNoMoreVolumesThanItMay() throws IOException {
    restart(
        new ControllerSettings(
            SpecLevel.V1_13, Optional.empty(), new VolumeRules(2, Regions.NONE)));
    String node = ControllerDriver.node(UniqueName.of("node"), SealingKeyPair.generate());
    String other = ControllerDriver.node(UniqueName.of("node"), SealingKeyPair.generate());
    List<String> ids =
        List.of(
            made(fresh()).getVolumeId(), made(fresh()).getVolumeId(), made(fresh()).getVolumeId());
    String third = ids.getLast();
    controller.controllerPublishVolume(publish(ids.get(0), node).build());
    controller.controllerPublishVolume(publish(ids.get(1), node).build());
    Refusal.of(() -> controller.controllerPublishVolume(publish(third, node).build()))
        .is(Code.RESOURCE_EXHAUSTED, "has 2 volumes");
    assertThat(
            controller
                .controllerGetVolume(
                    ControllerGetVolumeRequest.newBuilder().setVolumeId(third).build())
                .getStatus()
                .getPublishedNodeIdsList())
        .isEmpty();
    controller.controllerPublishVolume(publish(ids.get(0), node).build()); // as before
    controller.controllerPublishVolume(publish(third, other).build());
    controller.controllerUnpublishVolume(unpublish(third, other));
    controller.controllerUnpublishVolume(unpublish(ids.get(0), node));
    controller.controllerPublishVolume(publish(third, node).build());
    for (String id : ids) {
      controller.controllerUnpublishVolume(unpublish(id, ""));
      controller.deleteVolume(delete(id));
    }
  }

  @Test
  void aVolumeIsMadeWhereItIsToBeReached() throws IOException {
    restart(topology(SpecLevel.V1_13));
    CreateVolumeRequest.Builder anywhere = fresh();
    Volume volume = made(anywhere);
    assertThat(volume.getAccessibleTopologyList()).containsExactly(TOPOLOGY.topology(HERE));
    assertThat(made(anywhere)).isEqualTo(volume);
    assertThat(made(in(anywhere, List.of(THERE, HERE), List.of(THERE)))).isEqualTo(volume);
    Refusal.of(() -> made(in(anywhere, List.of(THERE), List.of())))
        .is(Code.ALREADY_EXISTS, "region is us-east-1");
    assertThat(controller.listVolumes(ListVolumesRequest.getDefaultInstance()).getEntriesList())
        .anySatisfy(entry -> assertThat(entry.getVolume()).isEqualTo(volume));
    controller.deleteVolume(delete(volume.getVolumeId()));

    Volume asked = made(in(fresh(), List.of("mars", HERE), List.of("mars")));
    assertThat(asked.getAccessibleTopologyList()).containsExactly(TOPOLOGY.topology(HERE));
    controller.deleteVolume(delete(asked.getVolumeId()));
    // The server refuses regions other than its own: so it was asked for the one that is preferred.
    Refusal.of(() -> made(in(fresh(), List.of(HERE, THERE), List.of(THERE))))
        .is(Code.INVALID_ARGUMENT, "region");
    Volume folder = made(fresh().putParameters("bucket", UniqueName.of("shared")));
    assertThat(folder.getAccessibleTopologyList()).isEmpty();
    controller.deleteVolume(delete(folder.getVolumeId()));
  }

  private static ControllerSettings topology(SpecLevel spec) {
    return new ControllerSettings(spec, Optional.of(TOPOLOGY), new VolumeRules(0, BOTH));
  }

  private static CreateVolumeRequest.Builder in(
      CreateVolumeRequest.Builder request, List<String> requisite, List<String> preferred) {
    return request.clone().setAccessibilityRequirements(requirement(requisite, preferred));
  }

  private static TopologyRequirement.Builder requirement(
      List<String> requisite, List<String> preferred) {
    return TopologyRequirement.newBuilder()
        .addAllRequisite(requisite.stream().map(TOPOLOGY::topology).toList())
        .addAllPreferred(preferred.stream().map(TOPOLOGY::topology).toList());
  }

  @Test
  void whereNoVolumeCanBeIsSaid() throws IOException {
    restart(topology(SpecLevel.V1_13));
    Refusal.of(() -> made(in(fresh(), List.of("mars"), List.of())))
        .is(Code.RESOURCE_EXHAUSTED, "accessibility_requirements");
    Refusal.of(() -> made(in(fresh().putParameters("region", HERE), List.of(THERE), List.of())))
        .is(Code.RESOURCE_EXHAUSTED, "accessibility_requirements");
    Refusal.of(() -> made(fresh().putParameters("region", "mars-1")))
        .is(Code.INVALID_ARGUMENT, "parameter region");
    Refusal.of(() -> made(in(fresh(), List.of(HERE), List.of(THERE))))
        .is(Code.INVALID_ARGUMENT, "preferred");
    Refusal.of(() -> made(in(fresh(), List.of(), List.of())))
        .is(Code.INVALID_ARGUMENT, "requisite or preferred is required");
    Topology zone = Topology.newBuilder().putSegments("example.com/zone", "z").build();
    Refusal.of(() ->
            made(
                fresh()
                    .setAccessibilityRequirements(
                        TopologyRequirement.newBuilder().addRequisite(zone))))
        .is(Code.INVALID_ARGUMENT, "csi.windlass.io/region");
    assertThat(capacity(HERE)).isPositive();
    assertThat(capacity("mars")).isZero();
  }

  private long capacity(String region) {
    return controller
        .getCapacity(
            GetCapacityRequest.newBuilder()
                .setAccessibleTopology(TOPOLOGY.topology(region))
                .build())
        .getAvailableCapacity();
  }

  @Test
  void aSnapshotIsWhereItsVolumeIs() throws IOException {
    restart(topology(SpecLevel.V1_13));
    String id = made(fresh()).getVolumeId();
    CreateSnapshotRequest.Builder request =
        CreateSnapshotRequest.newBuilder().setName(UniqueName.of("s")).setSourceVolumeId(id);
    Refusal.of(() ->
            controller.createSnapshot(
                request
                    .clone()
                    .setAccessibilityRequirements(requirement(List.of(THERE), List.of()))
                    .build()))
        .is(Code.RESOURCE_EXHAUSTED, "in region us-east-1");
    var snapshot =
        controller
            .createSnapshot(
                request
                    .setAccessibilityRequirements(requirement(List.of(HERE), List.of(HERE)))
                    .build())
            .getSnapshot();
    assertThat(snapshot.getSourceVolumeId()).isEqualTo(id);
    remove(snapshot.getSnapshotId());
    controller.deleteVolume(delete(id));
  }

  private void remove(String snapshot) {
    controller.deleteSnapshot(DeleteSnapshotRequest.newBuilder().setSnapshotId(snapshot).build());
  }

  @Test
  void whatIsOfferedOfRegionsIsTold() throws IOException {
    restart(topology(SpecLevel.V1_13));
    assertThat(services())
        .contains(
            Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS,
            Service.Type.SNAPSHOT_ACCESSIBILITY_CONSTRAINTS);
    restart(topology(SpecLevel.V1_12));
    assertThat(services())
        .contains(Service.Type.VOLUME_ACCESSIBILITY_CONSTRAINTS)
        .doesNotContain(Service.Type.SNAPSHOT_ACCESSIBILITY_CONSTRAINTS);
    restart(ControllerSettings.of(SpecLevel.V1_13));
    assertThat(services())
        .containsExactlyInAnyOrder(
            Service.Type.CONTROLLER_SERVICE, Service.Type.GROUP_CONTROLLER_SERVICE);
    Refusal.of(() -> made(in(fresh(), List.of(HERE), List.of())))
        .is(Code.INVALID_ARGUMENT, "from everywhere");
  }

  private List<Service.Type> services() {
    return driver
        .identity()
        .getPluginCapabilities(GetPluginCapabilitiesRequest.getDefaultInstance())
        .getCapabilitiesList()
        .stream()
        .filter(PluginCapability::hasService)
        .map(capability -> capability.getService().getType())
        .toList();
  }

  @Test
  void objectsDoNotComeToExpireWhileSnapshotsNeedThem() {
    String id = made(fresh()).getVolumeId();
    String snapshot =
        controller
            .createSnapshot(
                CreateSnapshotRequest.newBuilder()
                    .setName(UniqueName.of("s"))
                    .setSourceVolumeId(id)
                    .build())
            .getSnapshot()
            .getSnapshotId();
    Refusal.of(() -> controller.controllerModifyVolume(modify(id, Map.of("expirationDays", "9"))))
        .is(Code.INVALID_ARGUMENT, "delete the volume's snapshots first");
    controller.controllerModifyVolume(modify(id, Map.of("tags", "a=b")));
    remove(snapshot);
    controller.controllerModifyVolume(modify(id, Map.of("expirationDays", "9")));
    controller.controllerModifyVolume(modify(id, Map.of("expirationDays", "8")));
    controller.deleteVolume(delete(id));
    assertThat(driver.registry().ids(RecordKind.VOLUMES, Optional.empty()).items())
        .doesNotContain(id.substring("minio/".length()));
  }

  @Test
  void aVolumeThatIsBeingMadeHasNotLostItsBucket() {
    String id = made(fresh()).getVolumeId();
    String begun = UniqueName.of("begun");
    VolumeRecord creating =
        new VolumeRecord(
            VolumeRecord.State.CREATING,
            VolumeRecord.Origin.CREATED,
            begun,
            Fingerprint.of(Map.of("name", begun)),
            0,
            VolumeRecord.WhenDeleted.DELETE,
            Map.of(),
            Map.of(),
            Optional.empty(),
            Optional.empty(),
            List.of());
    driver.registry().insert(RecordKind.VOLUMES, begun, creating);
    backend.buckets().delete(id.substring("minio/".length()));
    assertThat(
            controller
                .controllerListVolumeHealth(ControllerListVolumeHealthRequest.getDefaultInstance())
                .getEntriesList())
        .filteredOn(health -> health.getHealthStatusesCount() > 0)
        .extracting(VolumeHealth::getVolumeId)
        .contains(id)
        .doesNotContain("minio/" + begun);
    controller.deleteVolume(delete(id));
    controller.deleteVolume(delete("minio/" + begun));
  }

  @Test
  void allThatIsWrongWithARequestIsToldAtOnce() {
    CreateVolumeRequest.Builder create =
        CsiRequests.create("a\u0001b")
            .addVolumeCapabilities(VolumeCapability.newBuilder().setBlock(BlockVolume.newBuilder()))
            .putParameters("uid", "me")
            .putParameters("backend", "none")
            .putMutableParams("colour", "red")
            .setVolumeContentSource(VolumeContentSource.getDefaultInstance());
    create.getCapacityRangeBuilder().setRequiredBytes(5).setLimitBytes(4);
    Refusal refused = Refusal.of(() -> controller.createVolume(create.build()));
    for (String mistake :
        List.of(
            "name must not",
            "volume_capabilities[1]: block",
            "volume_capabilities[1].access_mode",
            "capacity_range: required_bytes 5",
            "parameter uid",
            "parameter colour",
            "volume_content_source")) {
      refused.is(Code.INVALID_ARGUMENT, mistake);
    }
    Refusal.of(() ->
            controller.createVolume(
                fresh()
                    .clearVolumeCapabilities()
                    .putParameters("backend", "none")
                    .putParameters("versioning", "Enabled")
                    .build()))
        .is(
            Code.INVALID_ARGUMENT,
            "volume_capabilities: at least one is required; parameter backend");
    Refusal snapshot =
        Refusal.of(() ->
            controller.createSnapshot(
                CreateSnapshotRequest.newBuilder()
                    .putParameters("a", "1")
                    .putParameters("b", "2")
                    .build()));
    for (String mistake : List.of("name is required", "source_volume_id", "a, b")) {
      snapshot.is(Code.INVALID_ARGUMENT, mistake);
    }
    Refusal.of(() -> controller.controllerModifyVolume(modify("", Map.of("colour", "red"))))
        .is(Code.INVALID_ARGUMENT, "volume_id is required; parameter colour");
  }
}
