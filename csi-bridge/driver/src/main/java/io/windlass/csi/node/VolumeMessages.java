package io.windlass.csi.node;

import io.windlass.proto.mounter.Keys;
import io.windlass.proto.mounter.Options;
import io.windlass.proto.mounter.S3;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import java.nio.file.Path;

/** Volumes as the mounter is told of them: its socket is the one place where a key goes. */
final class VolumeMessages {
  private final NodeSettings settings;

  VolumeMessages(NodeSettings settings) {
    this.settings = settings;
  }

  /** A volume that is to be mounted. */
  Volume of(NodeRecord record, VolumeAccess access, Options.Builder options) {
    return Volume.newBuilder()
        .setId(record.id())
        .setMountPoint(record.mountPoint())
        .setSource(
            Source.newBuilder()
                .setBucket(access.location().bucket())
                .setPrefix(access.prefix())
                .setS3(
                    S3.newBuilder()
                        .setEndpoint(access.location().endpoint().toString())
                        .setRegion(access.location().region())
                        .setPathStyle(access.location().pathStyle())
                        .setCaCertificate(settings.caCertificate().map(Path::toString).orElse(""))
                        .setKeys(keys(access))))
        .setOptions(
            options
                .setCounted(true)
                .setStaging(settings.staging().toString())
                .setCapacityBytes(capacity(access.capacityBytes(), record))
                .setCapacityObjects(access.capacityObjects()))
        .build();
  }

  /** Where a volume is, for comparison and for people. */
  static String from(VolumeAccess access) {
    return "%s/%s/%s"
        .formatted(access.location().endpoint(), access.location().bucket(), access.prefix());
  }

  /** The same of one that is mounted. */
  static String from(Volume volume) {
    Source source = volume.getSource();
    return "%s/%s/%s"
        .formatted(source.getS3().getEndpoint(), source.getBucket(), source.getPrefix());
  }

  /** The same volume with what may change while it is mounted: its key, and its bounds. */
  static Volume changed(Volume volume, NodeRecord record, VolumeAccess access) {
    Volume.Builder changed = volume.toBuilder();
    changed.getSourceBuilder().getS3Builder().setKeys(keys(access));
    changed
        .getOptionsBuilder()
        .setCapacityBytes(capacity(access.capacityBytes(), record))
        .setCapacityObjects(access.capacityObjects());
    return changed.build();
  }

  /** The same volume, grown. */
  static Volume grown(Volume volume, NodeRecord record) {
    Volume.Builder grown = volume.toBuilder();
    grown
        .getOptionsBuilder()
        .setCapacityBytes(capacity(volume.getOptions().getCapacityBytes(), record));
    return grown.build();
  }

  /** What a CO repeats of its publishing is older than an expansion; no bound stays none. */
  private static long capacity(long published, NodeRecord record) {
    return published == 0 ? 0 : Math.max(published, record.grownBytes());
  }

  private static Keys keys(VolumeAccess access) {
    return Keys.newBuilder()
        .setAccessKeyId(access.credential().accessKeyId())
        .setSecretAccessKey(access.credential().secretAccessKey().reveal())
        .build();
  }
}
