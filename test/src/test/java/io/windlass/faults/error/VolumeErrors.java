package io.windlass.faults.error;

import static io.windlass.faults.error.ErrorWorld.BYTES;
import static io.windlass.faults.error.ErrorWorld.UNKNOWN;
import static io.windlass.faults.error.ErrorWorld.fresh;

import io.windlass.faults.csi.VolumeRequests;
import io.windlass.proto.csi.CapacityRange;
import io.windlass.proto.csi.ControllerExpandVolumeRequest;
import io.windlass.proto.csi.ControllerModifyVolumeRequest;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.DeleteVolumeRequest;
import io.windlass.proto.csi.VolumeCapability;
import io.windlass.proto.csi.VolumeCapability.AccessMode.Mode;
import io.windlass.proto.csi.VolumeCapability.BlockVolume;
import io.windlass.proto.csi.VolumeContentSource;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.UniqueName;
import java.util.Map;
import java.util.stream.Stream;

/** Error tables of the Controller's calls that make, change and remove volumes. */
final class VolumeErrors {
  static final VolumeCapability BLOCK =
      VolumeRequests.CAPABILITY.toBuilder().setBlock(BlockVolume.getDefaultInstance()).build();
  static final VolumeCapability ONE_NODE = capability(Mode.SINGLE_NODE_WRITER);

  private final ErrorWorld world;

  VolumeErrors(ErrorWorld world) {
    this.world = world;
  }

  static VolumeCapability capability(Mode mode) {
    VolumeCapability.Builder capability = VolumeRequests.CAPABILITY.toBuilder();
    capability.getAccessModeBuilder().setMode(mode);
    return capability.build();
  }

  Stream<ErrorTable> all() {
    return Stream.of(createVolume(), deleteVolume(), modifyVolume(), expandVolume());
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
        .pending(() -> world.besideItself(() -> create(valid)));
  }

  private void create(CreateVolumeRequest request) {
    world.call().controller().createVolume(request);
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
        .pending(() -> {
          var delete = VolumeRequests.delete(world.volume());
          return world.besideItself(() -> delete(delete));
        });
  }

  private void delete(DeleteVolumeRequest request) {
    world.call().controller().deleteVolume(request);
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
            "has no bucket of its own",
            () -> {
              String bucket = UniqueName.of("shared");
              CreateVolumeRequest folder = fresh().putParameters("bucket", bucket).build();
              create(folder);
              String id = "%s/%s/%s".formatted(DriverSetup.BACKEND, bucket, folder.getName());
              modify(VolumeRequests.modify(id, Map.of("tags", "a=b")));
            })
        .row("volume does not exist", UNKNOWN, () -> modify(valid))
        .pending(() -> {
          String volume = world.volume();
          return world.besideItself(
              () -> modify(VolumeRequests.modify(volume, Map.of("maxObjects", "5"))));
        });
  }

  private void modify(ControllerModifyVolumeRequest request) {
    world.call().controller().controllerModifyVolume(request);
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
        .pending(() -> {
          String volume = world.volume();
          return world.besideItself(() -> expand(VolumeRequests.expand(volume, 2 * BYTES)));
        });
  }

  private void expand(ControllerExpandVolumeRequest request) {
    world.call().controller().controllerExpandVolume(request);
  }
}
