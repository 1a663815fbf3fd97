package io.windlass.mounter.volume;

import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;

/** Names volumes for readers of the log, by bucket and mount point. */
public final class VolumeName {
  private VolumeName() {}

  public static String of(Volume volume) {
    return "%s at %s".formatted(uri(volume.getSource()), volume.getMountPoint());
  }

  /** Returns the URI of the bucket, or of the prefix in it, as the mount table shows it. */
  public static String uri(Source source) {
    return source.getUri().isEmpty() ? uriOfOldKeeper(source) : source.getUri();
  }

  private static String uriOfOldKeeper(Source source) {
    return "%s://%s/%s".formatted(source.getProtocol(), source.getBucket(), source.getPrefix());
  }
}
