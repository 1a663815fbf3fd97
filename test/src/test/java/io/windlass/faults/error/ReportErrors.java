package io.windlass.faults.error;

import static io.windlass.faults.error.ErrorWorld.UNKNOWN;

import io.windlass.faults.csi.VolumeRequests;
import io.windlass.proto.csi.ControllerGetVolumeHealthRequest;
import io.windlass.proto.csi.ControllerGetVolumeRequest;
import io.windlass.proto.csi.ControllerListVolumeHealthRequest;
import io.windlass.proto.csi.GetCapacityRequest;
import io.windlass.proto.csi.ListVolumesRequest;
import io.windlass.proto.csi.ValidateVolumeCapabilitiesRequest;
import java.util.stream.Stream;

/** Error tables of the Controller's calls that change nothing. */
final class ReportErrors {
  private final ErrorWorld world;

  ReportErrors(ErrorWorld world) {
    this.world = world;
  }

  Stream<ErrorTable> all() {
    return Stream.of(
        validate(), listVolumes(), getVolume(), getHealth(), listHealth(), getCapacity());
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

  private void validate(ValidateVolumeCapabilitiesRequest request) {
    world.call().controller().validateVolumeCapabilities(request);
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

  private void listHealth(ControllerListVolumeHealthRequest request) {
    world.call().controller().controllerListVolumeHealth(request);
  }

  private ErrorTable getCapacity() {
    var request = GetCapacityRequest.newBuilder().putParameters("bukket", "x").build();
    return new ErrorTable("GetCapacity")
        .row("invalid field", "bukket", () -> world.call().controller().getCapacity(request));
  }
}
