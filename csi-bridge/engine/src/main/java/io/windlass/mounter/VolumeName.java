package io.windlass.mounter;

import io.windlass.proto.mounter.Volume;

/** A volume as those know it who read the log: by its bucket and where it is mounted. */
final class VolumeName {
  private VolumeName() {}

  static String of(Volume volume) {
    return "s3://%s/%s at %s"
        .formatted(
            volume.getSource().getBucket(), volume.getSource().getPrefix(), volume.getMountPoint());
  }
}
