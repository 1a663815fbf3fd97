package io.windlass.csi.controller;

import io.windlass.csi.CapabilityRules;
import io.windlass.error.DriverException;
import io.windlass.proto.csi.ControllerExpandVolumeRequest;
import io.windlass.proto.csi.ControllerExpandVolumeResponse;
import io.windlass.proto.csi.ControllerModifyVolumeRequest;
import io.windlass.proto.csi.ControllerModifyVolumeResponse;
import io.windlass.proto.csi.CreateVolumeRequest;
import io.windlass.proto.csi.CreateVolumeResponse;
import io.windlass.proto.csi.DeleteVolumeRequest;
import io.windlass.proto.csi.DeleteVolumeResponse;
import io.windlass.proto.csi.ValidateVolumeCapabilitiesRequest;
import io.windlass.proto.csi.ValidateVolumeCapabilitiesResponse;
import io.windlass.provision.Mistakes;
import io.windlass.rpc.Fields;
import io.windlass.volume.CapacityRange;
import io.windlass.volume.ChangeableParameters;
import io.windlass.volume.ContentSource;
import io.windlass.volume.RegionRequirement;
import io.windlass.volume.Volume;
import io.windlass.volume.VolumeParameters;
import io.windlass.volume.VolumeRequest;
import io.windlass.volume.Volumes;
import java.util.Optional;
import java.util.regex.Pattern;

/** The calls that create, change, validate and delete volumes. */
final class VolumeCalls {
  /**
   * Characters that the spec forbids: all control characters but tab, line feed and carriage
   * return.
   */
  private static final Pattern BANNED =
      Pattern.compile("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]");

  private final Volumes volumes;
  private final RegionMessages regions;

  VolumeCalls(Volumes volumes, RegionMessages regions) {
    this.volumes = volumes;
    this.regions = regions;
  }

  CreateVolumeResponse create(CreateVolumeRequest request) {
    Volume volume = volumes.create(read(request));
    return CreateVolumeResponse.newBuilder()
        .setVolume(CsiVolumeMessages.volume(volume, regions))
        .build();
  }

  /** Reads the whole request, so that one error names all mistakes. */
  private VolumeRequest read(CreateVolumeRequest request) {
    Mistakes mistakes = new Mistakes();
    mistakes.check(() -> requireName(request.getName()));
    mistakes.check(() -> CapabilityRules.requireAll(request.getVolumeCapabilitiesList()));
    Optional<RegionRequirement> asked =
        mistakes.read(() ->
            regions.requirement(
                request.hasAccessibilityRequirements(), request.getAccessibilityRequirements()));
    Optional<CapacityRange> capacity =
        mistakes.read(() ->
            request.hasCapacityRange()
                ? CsiVolumeMessages.capacity(request.getCapacityRange())
                : CapacityRange.ANY);
    Optional<VolumeParameters> parameters =
        mistakes.read(() -> VolumeParameters.parse(request.getParametersMap()));
    Optional<ChangeableParameters> changeable =
        mistakes.read(() -> ChangeableParameters.parse(request.getMutableParamsMap()));
    if (parameters.isPresent() && changeable.isPresent()) {
      mistakes.check(() -> volumes.requirePossible(parameters.get(), changeable.get()));
    }
    Optional<ContentSource> source =
        request.hasVolumeContentSource()
            ? mistakes.read(() -> CsiVolumeMessages.source(request.getVolumeContentSource()))
            : Optional.empty();
    mistakes.finish();
    return new VolumeRequest(
        request.getName(),
        capacity.orElseThrow(),
        parameters.orElseThrow(),
        changeable.orElseThrow(),
        source,
        asked.orElseThrow());
  }

  private static void requireName(String name) {
    Fields.required("name", name);
    if (BANNED.matcher(name).find()) {
      throw new DriverException.InvalidArgument("name must not have control characters");
    }
  }

  DeleteVolumeResponse delete(DeleteVolumeRequest request) {
    volumes.delete(Fields.required("volume_id", request.getVolumeId()));
    return DeleteVolumeResponse.getDefaultInstance();
  }

  ValidateVolumeCapabilitiesResponse validate(ValidateVolumeCapabilitiesRequest request) {
    String id = Fields.required("volume_id", request.getVolumeId());
    CapabilityRules.requireComplete(request.getVolumeCapabilitiesList());
    Volume volume = volumes.get(id);
    Optional<String> problem =
        CapabilityRules.unsupported(request.getVolumeCapabilitiesList())
            .or(() -> otherContext(volume, request))
            .or(() -> otherParameters(volume, request));
    ValidateVolumeCapabilitiesResponse.Builder answer =
        ValidateVolumeCapabilitiesResponse.newBuilder();
    if (problem.isPresent()) {
      return answer.setMessage(problem.get()).build();
    }
    answer
        .getConfirmedBuilder()
        .putAllVolumeContext(request.getVolumeContextMap())
        .addAllVolumeCapabilities(request.getVolumeCapabilitiesList())
        .putAllParameters(request.getParametersMap())
        .putAllMutableParams(request.getMutableParamsMap());
    return answer.build();
  }

  /**
   * Returns what is wrong if the request has a context that lacks an entry of the volume's. It may
   * have more entries, because COs add keys of their own.
   */
  private static Optional<String> otherContext(
      Volume volume, ValidateVolumeCapabilitiesRequest request) {
    return request.getVolumeContextMap().isEmpty()
            || request.getVolumeContextMap().entrySet().containsAll(volume.context().entrySet())
        ? Optional.empty()
        : Optional.of("volume_context is not that of volume " + volume.id());
  }

  private Optional<String> otherParameters(
      Volume volume, ValidateVolumeCapabilitiesRequest request) {
    try {
      ChangeableParameters.parse(request.getMutableParamsMap());
      if (request.getParametersMap().isEmpty()) {
        return Optional.empty();
      }
      return volumes
          .difference(volume, VolumeParameters.parse(request.getParametersMap()))
          .map(difference -> "volume %s differs: %s".formatted(volume.id(), difference));
    } catch (DriverException.InvalidArgument e) {
      return Optional.of(e.getMessage());
    }
  }

  ControllerExpandVolumeResponse expand(ControllerExpandVolumeRequest request) {
    Mistakes mistakes = new Mistakes();
    String id = request.getVolumeId();
    mistakes.check(() -> Fields.required("volume_id", id));
    if (request.hasVolumeCapability()) {
      mistakes.check(() -> CapabilityRules.require(true, request.getVolumeCapability()));
    }
    CapacityRange capacity = mistakes.finish(mistakes.read(() -> required(request)));
    Volume volume = volumes.expand(id, capacity);
    return ControllerExpandVolumeResponse.newBuilder()
        .setCapacityBytes(volume.capacityBytes())
        .setNodeExpansionRequired(!volume.nodes().isEmpty())
        .build();
  }

  private static CapacityRange required(ControllerExpandVolumeRequest request) {
    if (!request.hasCapacityRange()) {
      throw new DriverException.InvalidArgument("capacity_range is required");
    }
    return CsiVolumeMessages.capacity(request.getCapacityRange());
  }

  ControllerModifyVolumeResponse modify(ControllerModifyVolumeRequest request) {
    Mistakes mistakes = new Mistakes();
    String id = request.getVolumeId();
    mistakes.check(() -> Fields.required("volume_id", id));
    if (request.getMutableParametersMap().isEmpty()) {
      mistakes.add("mutable_parameters: at least one is required");
    }
    volumes.modify(
        id,
        mistakes.finish(
            mistakes.read(() -> ChangeableParameters.parse(request.getMutableParametersMap()))));
    return ControllerModifyVolumeResponse.getDefaultInstance();
  }
}
