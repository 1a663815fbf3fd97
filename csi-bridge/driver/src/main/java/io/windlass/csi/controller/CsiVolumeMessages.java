package io.windlass.csi.controller;

import io.windlass.error.DriverException;
import io.windlass.proto.csi.CapacityRange;
import io.windlass.proto.csi.VolumeCondition;
import io.windlass.proto.csi.VolumeContentSource;
import io.windlass.proto.csi.VolumeHealth;
import io.windlass.proto.csi.VolumeHealthErrorType;
import io.windlass.rpc.Fields;
import io.windlass.volume.ContentSource;
import io.windlass.volume.Volume;

/** Converts between CSI messages and the core's volumes. */
final class CsiVolumeMessages {
  private static final String LOST = "the bucket of this volume is not there any more";

  private CsiVolumeMessages() {}

  static io.windlass.proto.csi.Volume volume(Volume volume, RegionMessages regions) {
    io.windlass.proto.csi.Volume.Builder message =
        io.windlass.proto.csi.Volume.newBuilder()
            .setVolumeId(volume.id().toString())
            .setCapacityBytes(volume.capacityBytes())
            .putAllVolumeContext(volume.context())
            .addAllAccessibleTopology(regions.topology(volume.region()));
    volume.source().map(CsiVolumeMessages::source).ifPresent(message::setContentSource);
    return message.build();
  }

  private static VolumeContentSource source(ContentSource source) {
    VolumeContentSource.Builder message = VolumeContentSource.newBuilder();
    switch (source) {
      case ContentSource.OfSnapshot(String id) -> message.getSnapshotBuilder().setSnapshotId(id);
      case ContentSource.OfVolume(String id) -> message.getVolumeBuilder().setVolumeId(id);
    }
    return message.build();
  }

  static ContentSource source(VolumeContentSource message) {
    return switch (message.getTypeCase()) {
      case SNAPSHOT ->
          new ContentSource.OfSnapshot(
              Fields.required(
                  "volume_content_source.snapshot.snapshot_id",
                  message.getSnapshot().getSnapshotId()));
      case VOLUME ->
          new ContentSource.OfVolume(
              Fields.required(
                  "volume_content_source.volume.volume_id", message.getVolume().getVolumeId()));
      case TYPE_NOT_SET ->
          throw new DriverException.InvalidArgument(
              "volume_content_source: a snapshot or a volume is required");
    };
  }

  static io.windlass.volume.CapacityRange capacity(CapacityRange message) {
    if (message.getRequiredBytes() == 0 && message.getLimitBytes() == 0) {
      throw new DriverException.InvalidArgument(
          "capacity_range: required_bytes or limit_bytes is required");
    }
    return new io.windlass.volume.CapacityRange(
        message.getRequiredBytes(), message.getLimitBytes());
  }

  static VolumeCondition condition(boolean lost) {
    return VolumeCondition.newBuilder()
        .setAbnormal(lost)
        .setMessage(lost ? LOST : "the bucket is there")
        .build();
  }

  static VolumeHealth health(Volume volume, boolean lost) {
    VolumeHealth.Builder message = VolumeHealth.newBuilder().setVolumeId(volume.id().toString());
    if (lost) {
      message
          .addHealthStatusesBuilder()
          .setStatus(VolumeHealthErrorType.DATA_LOSS)
          .setReason("BucketMissing")
          .setMessage(LOST);
    }
    return message.build();
  }
}
