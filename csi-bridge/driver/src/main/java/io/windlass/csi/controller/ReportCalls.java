package io.windlass.csi.controller;

import com.google.protobuf.Int64Value;
import io.windlass.csi.CapabilityRules;
import io.windlass.error.DriverException;
import io.windlass.proto.csi.ControllerGetVolumeHealthRequest;
import io.windlass.proto.csi.ControllerGetVolumeHealthResponse;
import io.windlass.proto.csi.ControllerGetVolumeRequest;
import io.windlass.proto.csi.ControllerGetVolumeResponse;
import io.windlass.proto.csi.ControllerListVolumeHealthRequest;
import io.windlass.proto.csi.ControllerListVolumeHealthResponse;
import io.windlass.proto.csi.GetCapacityRequest;
import io.windlass.proto.csi.GetCapacityResponse;
import io.windlass.proto.csi.ListVolumesRequest;
import io.windlass.proto.csi.ListVolumesResponse;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.rpc.Fields;
import io.windlass.store.Page;
import io.windlass.volume.CapacityRange;
import io.windlass.volume.Regions;
import io.windlass.volume.Volume;
import io.windlass.volume.VolumeId;
import io.windlass.volume.VolumeParameters;
import io.windlass.volume.Volumes;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The calls that report volumes, their health, and the available capacity. */
final class ReportCalls {
  private final Volumes volumes;
  private final OpenBackends backends;
  private final boolean healthCalls;
  private final RegionMessages regionMessages;
  private final Regions regions;

  /**
   * Creates the calls. If the release of the spec has no health calls, every volume reports its
   * condition instead.
   */
  ReportCalls(Volumes volumes, OpenBackends backends, ControllerSettings settings) {
    this.volumes = volumes;
    this.backends = backends;
    this.healthCalls = settings.spec().hasHealthCalls();
    this.regionMessages = new RegionMessages(settings.topology());
    this.regions = settings.rules().regions();
  }

  ListVolumesResponse list(ListVolumesRequest request) {
    Page<Volume> page = page(request.getMaxEntries(), request.getStartingToken());
    Set<VolumeId> lost = healthCalls ? Set.of() : new HashSet<>(volumes.missing(page.items()));
    ListVolumesResponse.Builder answer = ListVolumesResponse.newBuilder();
    for (Volume volume : page.items()) {
      ListVolumesResponse.Entry.Builder entry = answer.addEntriesBuilder();
      entry.setVolume(CsiVolumeMessages.volume(volume, regionMessages));
      entry.getStatusBuilder().addAllPublishedNodeIds(volume.nodes());
      if (!healthCalls) {
        entry
            .getStatusBuilder()
            .setVolumeCondition(CsiVolumeMessages.condition(lost.contains(volume.id())));
      }
    }
    return answer.setNextToken(page.next().orElse("")).build();
  }

  private Page<Volume> page(int maxEntries, String token) {
    if (maxEntries < 0) {
      throw new DriverException.InvalidArgument("max_entries must not be negative");
    }
    return volumes.list(Optional.of(token).filter(text -> !text.isEmpty()), maxEntries);
  }

  ControllerGetVolumeResponse get(ControllerGetVolumeRequest request) {
    Volume volume = volumes.get(Fields.required("volume_id", request.getVolumeId()));
    ControllerGetVolumeResponse.Builder answer = ControllerGetVolumeResponse.newBuilder();
    answer.setVolume(CsiVolumeMessages.volume(volume, regionMessages));
    answer.getStatusBuilder().addAllPublishedNodeIds(volume.nodes());
    if (!healthCalls) {
      answer.getStatusBuilder().setVolumeCondition(CsiVolumeMessages.condition(isLost(volume)));
    }
    return answer.build();
  }

  private boolean isLost(Volume volume) {
    return !volumes.missing(List.of(volume)).isEmpty();
  }

  ControllerGetVolumeHealthResponse health(ControllerGetVolumeHealthRequest request) {
    requireHealthCalls();
    Volume volume = volumes.get(Fields.required("volume_id", request.getVolumeId()));
    return ControllerGetVolumeHealthResponse.newBuilder()
        .setVolumeHealth(CsiVolumeMessages.health(volume, isLost(volume)))
        .build();
  }

  ControllerListVolumeHealthResponse listHealth(ControllerListVolumeHealthRequest request) {
    requireHealthCalls();
    Page<Volume> page = page(request.getMaxEntries(), request.getStartingToken());
    Set<VolumeId> lost = new HashSet<>(volumes.missing(page.items()));
    return ControllerListVolumeHealthResponse.newBuilder()
        .addAllEntries(
            page.items().stream()
                .map(volume -> CsiVolumeMessages.health(volume, lost.contains(volume.id())))
                .toList())
        .setNextToken(page.next().orElse(""))
        .build();
  }

  private void requireHealthCalls() {
    if (!healthCalls) {
      throw new DriverException.Unsupported(
          "health calls are of spec 1.13: set WINDLASS_CSI_SPEC to it", null);
    }
  }

  /**
   * Returns the available capacity. The driver cannot see how much an object store can hold, so
   * this is the size of the largest volume that the parameters permit. It is 0 for a region or a
   * capability that is not offered.
   */
  GetCapacityResponse capacity(GetCapacityRequest request) {
    VolumeParameters parameters = VolumeParameters.parse(request.getParametersMap());
    List<OpenBackend> asked =
        request.getParametersMap().isEmpty()
            ? backends.all()
            : List.of(backends.choose(parameters.forBucket().backend()));
    Optional<String> region =
        regionMessages.region(request.hasAccessibleTopology(), request.getAccessibleTopology());
    boolean offered =
        region.isEmpty()
            || asked.stream()
                .anyMatch(configured -> regions.offers(configured.backend().name(), region.get()));
    if (!offered || CapabilityRules.unsupported(request.getVolumeCapabilitiesList()).isPresent()) {
      return GetCapacityResponse.getDefaultInstance();
    }
    long bytes = parameters.forBucket().settings().quotaBytes().orElse(CapacityRange.MOST_BYTES);
    return GetCapacityResponse.newBuilder()
        .setAvailableCapacity(bytes)
        .setMaximumVolumeSize(Int64Value.of(bytes))
        .setMinimumVolumeSize(Int64Value.of(1))
        .build();
  }
}
