package io.windlass.mounter.volume;

import io.windlass.proto.mounter.Report;
import java.io.IOException;
import java.nio.file.Path;

/** Opens volumes. */
public interface VolumeOpener {
  /**
   * Opens a volume, without a request to its server.
   *
   * @param state directory with the state that outlives this process, and that the process before
   *     it left
   * @throws IOException when the volume is invalid, or its state cannot be read; the message says
   *     why
   */
  OpenVolume open(KeyedVolume volume, Path state) throws IOException;

  /** Adds to a report what concerns all volumes that were opened. */
  void report(Report.Builder about);
}
