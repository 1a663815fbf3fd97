package io.windlass.faults;

import static io.windlass.faults.ErrorWorld.BYTES;
import static io.windlass.faults.ErrorWorld.UNKNOWN;
import static io.windlass.faults.ErrorWorld.fresh;

import io.windlass.csi.NodeName;
import io.windlass.proto.csi.CapacityRange;
import io.windlass.proto.csi.ControllerExpandVolumeRequest;
import io.windlass.proto.csi.ControllerGetVolumeHealthRequest;
import io.windlass.proto.csi.ControllerGetVolumeRequest;
import io.windlass.proto.csi.ControllerListVolumeHealthRequest;
import io.windlass.proto.csi.ControllerModifyVolumeRequest;
import io.windlass.proto.csi.ControllerPublishVolumeRequest;
import io.windlass.proto.csi.ControllerUnpublishVolumeRequest;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.DeleteVolumeRequest;
import io.windlass.proto.csi.GetCapacityRequest;
import io.windlass.proto.csi.ListVolumesRequest;
import io.windlass.proto.csi.ValidateVolumeCapabilitiesRequest;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.proto.csi.VolumeCapability.BlockVolume;
import io.windlass.proto.csi.VolumeContentSource;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.UniqueName;
import java.nio.file.Path;
import java.util.Map;
import java.util.stream.Stream;

/** Tables of Controller's calls about volumes. */
final class VolumeErrors {
  static final VolumeCapability BLOCK =
      VolumeRequests.CAPABILITY.toBuilder().setBlock(BlockVolume.getDefaultInstance()).build();
  static final VolumeCapability ONE_NODE = capability(Mode.SINGLE_NODE_WRITER);

  private static final Path NOWHERE = Path.of("/nowhere");
  private static final String PENDING = "operation pending";
  private static final String UNDER_WAY = "is under way";

  private final ErrorWorld world;
  private final String node;
  private final String otherNode;

  VolumeErrors(ErrorWorld world) {
    this.world = world;
    this.node = new NodeName("node-1").id(world.keys());
    this.otherNode = new NodeName("node-2").id(world.keys());
  }

  static VolumeCapability capability(Mode mode) {
    VolumeCapability.Builder capability = VolumeRequests.CAPABILITY.toBuilder();
    capability.getAccessModeBuilder().setMode(mode);
    return capability.build();
  }

  Stream<ErrorTable> all() {
    return Stream.of(
        createVolume(),
        deleteVolume(),
        publishVolume(),
        unpublishVolume(),
        validate(),
        listVolumes(),
        getVolume(),
        getHealth(),
        listHealth(),
        modifyVolume(),
        expandVolume(),
        getCapacity(),
        ownBucket());
  }

  private ErrorTable createVolume() {
    CreateVolumeRequest valid = fresh().build();
    VolumeContentSource nothing = VolumeContentSource.getDefaultInstance();
    CreateVolumeRequest incomplete =
        fresh().addVolumeCapabilities(VolumeCapability.getDefaultInstance()).build();
    return new ErrorTable("CreateVolume")
        .missing(valid, this::create, "name", "volume_capabilities")
        .row("invalid field", "name", () -> create(fresh().setName("bell\u0007").build()))
        .row("invalid field", "name", () -> create(fresh().setName("x".repeat(129)).build()))
        .row("invalid field", "[1]: access_type", () -> create(incomplete))
        .row("invalid field", "block", () -> create(fresh().addVolumeCapabilities(BLOCK).build()))
        .row("invalid field", "capacity_range", () -> create(sized(0, 0)))
        .row("invalid field", "parameter bukket is unknown", () -> createWith("bukket", "x"))
        .row("invalid field", "parameter uid is 'me'", () -> createWith("uid", "me"))
        .row(
            "invalid field",
            "leave out tags",
            () ->
                create(fresh().putParameters("bucket", "b-1").putParameters("tags", "a=b").build()))
        .row(
            "invalid field",
            "parameter uid is unknown",
            () -> create(fresh().putMutableParams("uid", "5").build()))
        .row(
            "source incompatible or not supported",
            "volume_content_source",
            () -> create(fresh().setVolumeContentSource(nothing).build()))
        .row(
            "source does not exist",
            UNKNOWN,
            () ->
                create(fresh().setVolumeContentSource(VolumeRequests.ofSnapshot(UNKNOWN)).build()))
        .row(
            "source does not exist",
            UNKNOWN,
            () -> create(fresh().setVolumeContentSource(VolumeRequests.ofVolume(UNKNOWN)).build()))
        .row("exists but is incompatible", "capacity", () -> createAgain(2 * BYTES, "5"))
        .row("exists but is incompatible", "gid", () -> createAgain(BYTES, "6"))
        .row("unsupported capacity_range", "limit_bytes", () -> create(sized(10, 5)))
        .row("unsupported capacity_range", "required_bytes", () -> create(sized(1L << 60, 0)))
        .row("unsupported capacity_range", "less than", () -> createFromVolume(BYTES - 1))
        .row("unsupported capacity_range", "less than", () -> createFromSnapshot(new byte[7], 6))
        .answers(PENDING, UNDER_WAY, () -> world.besideItself(() -> create(valid)));
  }

  private Object create(CreateVolumeRequest request) {
    return world.call().controller().createVolume(request);
  }

  private void createWith(String parameter, String value) {
    create(fresh().putParameters(parameter, value).build());
  }

  private static CreateVolumeRequest sized(long required, long limit) {
    return fresh().setCapacityRange(range(required, limit)).build();
  }

  private static CapacityRange range(long required, long limit) {
    return CapacityRange.newBuilder().setRequiredBytes(required).setLimitBytes(limit).build();
  }

  private void createAgain(long bytes, String gid) {
    CreateVolumeRequest first = fresh().putParameters("gid", "5").build();
    create(first);
    create(first.toBuilder().setCapacityRange(range(bytes, 0)).putParameters("gid", gid).build());
  }

  private void createFromVolume(long bytes) {
    VolumeContentSource source = VolumeRequests.ofVolume(world.volume());
    create(sized(bytes, 0).toBuilder().setVolumeContentSource(source).build());
  }

  private void createFromSnapshot(byte[] content, long bytes) {
    String volume = world.volume();
    world.write(volume, content);
    VolumeContentSource source = VolumeRequests.ofSnapshot(world.snapshot(volume));
    create(sized(bytes, 0).toBuilder().setVolumeContentSource(source).build());
  }

  private ErrorTable deleteVolume() {
    return new ErrorTable("DeleteVolume")
        .missing(VolumeRequests.delete(UNKNOWN), this::delete, "volume_id")
        .row(
            "volume in use",
            node,
            () -> {
              String volume = world.volume();
              publish(at(volume, node));
              delete(VolumeRequests.delete(volume));
            })
        .answers(
            PENDING,
            UNDER_WAY,
            () -> {
              var delete = VolumeRequests.delete(world.volume());
              return world.besideItself(() -> delete(delete));
            });
  }

  private Object delete(DeleteVolumeRequest request) {
    return world.call().controller().deleteVolume(request);
  }

  private static ControllerPublishVolumeRequest at(String volume, String node) {
    return new VolumeRequests(volume, node, NOWHERE, NOWHERE).attach(Map.of());
  }

  private static ControllerPublishVolumeRequest aloneAt(String volume, String node) {
    return at(volume, node).toBuilder().setVolumeCapability(ONE_NODE).build();
  }

  private Object publish(ControllerPublishVolumeRequest request) {
    return world.call().controller().controllerPublishVolume(request);
  }

  private ErrorTable publishVolume() {
    ControllerPublishVolumeRequest valid = at(UNKNOWN, node);
    return new ErrorTable("ControllerPublishVolume")
        .missing(valid, this::publish, "volume_id", "node_id", "volume_capability")
        .row(
            "invalid field",
            "block",
            () -> publish(valid.toBuilder().setVolumeCapability(BLOCK).build()))
        .row("volume does not exist", UNKNOWN, () -> publish(valid))
        .row("volume does not exist", "fake-id", () -> publish(at("fake-id", node)))
        .row("volume does not exist", "other/bucket", () -> publish(at("other/bucket", node)))
        .row("node does not exist", "node_id", () -> publish(at(world.volume(), "some-fake-node")))
        .row(
            "published but is incompatible",
            "readonly",
            () -> {
              String volume = world.volume();
              publish(at(volume, node));
              publish(at(volume, node).toBuilder().setReadonly(true).build());
            })
        .row(
            "published but is incompatible",
            Mode.SINGLE_NODE_WRITER.name(),
            () -> {
              String volume = world.volume();
              publish(at(volume, node));
              publish(aloneAt(volume, node));
            })
        .row(
            "published to another node",
            node,
            () -> {
              String volume = world.volume();
              publish(aloneAt(volume, node));
              publish(aloneAt(volume, otherNode));
            })
        .answers(
            PENDING,
            UNDER_WAY,
            () -> {
              String volume = world.volume();
              return world.besideItself(() -> publish(at(volume, node)));
            });
  }

  private ErrorTable unpublishVolume() {
    ControllerUnpublishVolumeRequest valid =
        new VolumeRequests(UNKNOWN, node, NOWHERE, NOWHERE).detach();
    return new ErrorTable("ControllerUnpublishVolume")
        .missing(valid, this::unpublish, "volume_id")
        .answers(
            PENDING,
            UNDER_WAY,
            () -> {
              String volume = world.volume();
              publish(at(volume, node));
              return world.besideItself(
                  () -> unpublish(valid.toBuilder().setVolumeId(volume).build()));
            });
  }

  private Object unpublish(ControllerUnpublishVolumeRequest request) {
    return world.call().controller().controllerUnpublishVolume(request);
  }

  private ErrorTable validate() {
    ValidateVolumeCapabilitiesRequest valid =
        ValidateVolumeCapabilitiesRequest.newBuilder()
            .setVolumeId(UNKNOWN)
            .addVolumeCapabilities(VolumeRequests.CAPABILITY)
            .build();
    return new ErrorTable("ValidateVolumeCapabilities")
        .missing(valid, this::validate, "volume_id", "volume_capabilities")
        .row("volume does not exist", UNKNOWN, () -> validate(valid));
  }

  private Object validate(ValidateVolumeCapabilitiesRequest request) {
    return world.call().controller().validateVolumeCapabilities(request);
  }

  private ErrorTable listVolumes() {
    ListVolumesRequest.Builder request = ListVolumesRequest.newBuilder();
    return new ErrorTable("ListVolumes")
        .row(
            "invalid field",
            "max_entries",
            () -> world.call().controller().listVolumes(request.clone().setMaxEntries(-1).build()))
        .row(
            "invalid starting_token",
            "starting_token",
            () ->
                world
                    .call()
                    .controller()
                    .listVolumes(request.clone().setStartingToken("never-given").build()));
  }

  private ErrorTable getVolume() {
    var valid = ControllerGetVolumeRequest.newBuilder().setVolumeId(UNKNOWN).build();
    return new ErrorTable("ControllerGetVolume")
        .missing(valid, r -> world.call().controller().controllerGetVolume(r), "volume_id")
        .row(
            "volume does not exist",
            UNKNOWN,
            () -> world.call().controller().controllerGetVolume(valid));
  }

  private ErrorTable getHealth() {
    var valid = ControllerGetVolumeHealthRequest.newBuilder().setVolumeId(UNKNOWN).build();
    return new ErrorTable("ControllerGetVolumeHealth")
        .missing(valid, r -> world.call().controller().controllerGetVolumeHealth(r), "volume_id")
        .row(
            "volume does not exist",
            UNKNOWN,
            () -> world.call().controller().controllerGetVolumeHealth(valid));
  }

  private ErrorTable listHealth() {
    var request = ControllerListVolumeHealthRequest.newBuilder();
    return new ErrorTable("ControllerListVolumeHealth")
        .row(
            "invalid field",
            "max_entries",
            () -> listHealth(request.clone().setMaxEntries(-1).build()))
        .row(
            "invalid starting_token",
            "starting_token",
            () -> listHealth(request.clone().setStartingToken("never-given").build()));
  }

  private Object listHealth(ControllerListVolumeHealthRequest request) {
    return world.call().controller().controllerListVolumeHealth(request);
  }

  private ErrorTable modifyVolume() {
    ControllerModifyVolumeRequest valid = VolumeRequests.modify(UNKNOWN, Map.of("maxObjects", "5"));
    return new ErrorTable("ControllerModifyVolume")
        .missing(valid, this::modify, "volume_id", "mutable_parameters")
        .row(
            "parameters not supported",
            "parameter uid is unknown",
            () -> modify(VolumeRequests.modify(UNKNOWN, Map.of("uid", "5"))))
        .row(
            "exceeds capabilities",
            "has none of its own",
            () -> {
              String bucket = UniqueName.of("shared");
              CreateVolumeRequest folder = fresh().putParameters("bucket", bucket).build();
              create(folder);
              String id = "%s/%s/%s".formatted(DriverSetup.BACKEND, bucket, folder.getName());
              modify(VolumeRequests.modify(id, Map.of("tags", "a=b")));
            })
        .row("volume does not exist", UNKNOWN, () -> modify(valid))
        .answers(
            PENDING,
            UNDER_WAY,
            () -> {
              String volume = world.volume();
              return world.besideItself(
                  () -> modify(VolumeRequests.modify(volume, Map.of("maxObjects", "5"))));
            });
  }

  private Object modify(ControllerModifyVolumeRequest request) {
    return world.call().controller().controllerModifyVolume(request);
  }

  private ErrorTable expandVolume() {
    ControllerExpandVolumeRequest valid = VolumeRequests.expand(UNKNOWN, 2 * BYTES);
    return new ErrorTable("ControllerExpandVolume")
        .missing(valid, this::expand, "volume_id", "capacity_range")
        .row(
            "exceeds capabilities",
            "block",
            () -> expand(valid.toBuilder().setVolumeCapability(BLOCK).build()))
        .row("volume does not exist", UNKNOWN, () -> expand(valid))
        .row(
            "unsupported capacity_range",
            "limit_bytes",
            () -> expand(valid.toBuilder().setCapacityRange(range(10, 5)).build()))
        .row(
            "unsupported capacity_range",
            "does not shrink",
            () ->
                expand(
                    valid.toBuilder()
                        .setVolumeId(world.volume())
                        .setCapacityRange(range(0, BYTES - 1))
                        .build()))
        .answers(
            PENDING,
            UNDER_WAY,
            () -> {
              String volume = world.volume();
              return world.besideItself(() -> expand(VolumeRequests.expand(volume, 2 * BYTES)));
            });
  }

  private Object expand(ControllerExpandVolumeRequest request) {
    return world.call().controller().controllerExpandVolume(request);
  }

  private ErrorTable getCapacity() {
    var request = GetCapacityRequest.newBuilder().putParameters("bukket", "x").build();
    return new ErrorTable("GetCapacity")
        .row("invalid field", "bukket", () -> world.call().controller().getCapacity(request));
  }

  /** Of the driver's own records. */
  private ErrorTable ownBucket() {
    String id = DriverSetup.BACKEND + "/" + DriverSetup.REGISTRY;
    return new ErrorTable("Controller")
        .row("permission denied", id, () -> delete(VolumeRequests.delete(id)))
        .row("permission denied", id, () -> publish(at(id, node)));
  }
}
