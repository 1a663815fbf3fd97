package io.windlass.mounter;

import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.mounter.volume.OpenVolume;
import io.windlass.mounter.volume.VolumeOpener;
import io.windlass.proto.mounter.Report;
import java.io.IOException;
import java.nio.file.Path;

/** Opens no volume, for tests of what comes before that. */
final class NoVolumes implements VolumeOpener {
  /** Volume that fails as the JVM does when it cannot read a mapped file. */
  static final String FAULT = "fault";

  @Override
  public OpenVolume open(KeyedVolume volume, Path state, boolean resume) throws IOException {
    if (volume.id().equals(FAULT)) {
      throw new InternalError("a fault occurred");
    }
    throw new IOException("nothing is opened here");
  }

  @Override
  public void report(Report.Builder about) {}
}
