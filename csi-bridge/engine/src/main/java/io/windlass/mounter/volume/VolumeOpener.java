package io.windlass.mounter.volume;

import io.windlass.proto.mounter.Report;
import java.io.IOException;
import java.nio.file.Path;

/** Opens volumes. */
public interface VolumeOpener {
  /**
   * Opens a volume.
   *
   * @param state directory with the state that outlives this process, and that the process before
   *     it left
   * @param resume whether another process may have served it: then nothing is sent to its server
   * @throws IOException when the volume is invalid, its state cannot be read, or its bucket cannot
   *     be served; the message says why
   */
  OpenVolume open(KeyedVolume volume, Path state, boolean resume) throws IOException;

  /** Adds to a report what concerns all volumes that were opened. */
  void report(Report.Builder about);
}
