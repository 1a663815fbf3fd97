package io.windlass.mounter;

import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;

/** A volume as those know it who read the log: by its bucket and where it is mounted. */
final class VolumeName {
  private VolumeName() {}

  static String of(Volume volume) {
    return "%s at %s".formatted(uri(volume.getSource()), volume.getMountPoint());
  }

  /** The bucket, or the part of it, as the kernel lists its mount. */
  static String uri(Source source) {
    return "%s://%s/%s".formatted(source.getProtocol(), source.getBucket(), source.getPrefix());
  }
}
