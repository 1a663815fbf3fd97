package io.windlass.mounter;

import java.io.IOException;
import java.nio.file.Path;

/** Makes file systems of volumes. */
@FunctionalInterface
public interface VolumeOpener {
  /**
   * Opens a volume; its server is not asked.
   *
   * @param state directory of what outlives this process, and was left by the one before
   * @throws IOException when the volume is not right, or its state cannot be read: says why
   */
  OpenVolume open(KeyedVolume volume, Path state) throws IOException;
}
