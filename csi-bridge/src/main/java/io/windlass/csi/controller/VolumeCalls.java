package io.windlass.csi.controller;

import io.windlass.csi.CapabilityRules;
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
import io.windlass.rpc.Fields;
import io.windlass.store.StoreException;
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

/** The calls that make, change, check and remove volumes. */
final class VolumeCalls {
  /** As the spec has them: all control characters but common white space. */
  private static final Pattern BANNED =
      Pattern.compile("[\\x00-\\x08\\x0B\\x0C\\x0E-\\x1F\\x7F-\\x9F]");

  private final Volumes volumes;
  private final RegionMessages regions;

  VolumeCalls(Volumes volumes, RegionMessages regions) {
    this.volumes = volumes;
    this.regions = regions;
  }

  CreateVolumeResponse create(CreateVolumeRequest request) {
    String name = Fields.required("name", request.getName());
    if (BANNED.matcher(name).find()) {
      throw new StoreException.InvalidArgument("name must not have control characters");
    }
    CapabilityRules.requireAll(request.getVolumeCapabilitiesList());
    RegionRequirement asked =
        regions.requirement(
            request.hasAccessibilityRequirements(), request.getAccessibilityRequirements());
    CapacityRange capacity =
        request.hasCapacityRange()
            ? VolumeMessages.capacity(request.getCapacityRange())
            : CapacityRange.ANY;
    Optional<ContentSource> source =
        request.hasVolumeContentSource()
            ? Optional.of(VolumeMessages.source(request.getVolumeContentSource()))
            : Optional.empty();
    Volume volume =
        volumes.create(
            new VolumeRequest(
                name,
                capacity,
                VolumeParameters.parse(request.getParametersMap()),
                ChangeableParameters.parse(request.getMutableParamsMap()),
                source,
                asked));
    return CreateVolumeResponse.newBuilder()
        .setVolume(VolumeMessages.volume(volume, regions))
        .build();
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

  /** COs add keys of their own. */
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
    } catch (StoreException.InvalidArgument e) {
      return Optional.of(e.getMessage());
    }
  }

  ControllerExpandVolumeResponse expand(ControllerExpandVolumeRequest request) {
    String id = Fields.required("volume_id", request.getVolumeId());
    if (!request.hasCapacityRange()) {
      throw new StoreException.InvalidArgument("capacity_range is required");
    }
    CapacityRange capacity = VolumeMessages.capacity(request.getCapacityRange());
    if (request.hasVolumeCapability()) {
      CapabilityRules.require(true, request.getVolumeCapability());
    }
    Volume volume = volumes.expand(id, capacity);
    return ControllerExpandVolumeResponse.newBuilder()
        .setCapacityBytes(volume.capacityBytes())
        .setNodeExpansionRequired(!volume.nodes().isEmpty())
        .build();
  }

  ControllerModifyVolumeResponse modify(ControllerModifyVolumeRequest request) {
    String id = Fields.required("volume_id", request.getVolumeId());
    if (request.getMutableParametersMap().isEmpty()) {
      throw new StoreException.InvalidArgument("mutable_parameters: at least one is required");
    }
    volumes.modify(id, ChangeableParameters.parse(request.getMutableParametersMap()));
    return ControllerModifyVolumeResponse.getDefaultInstance();
  }
}
