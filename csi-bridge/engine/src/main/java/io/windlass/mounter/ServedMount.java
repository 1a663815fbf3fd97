package io.windlass.mounter;

import io.windlass.fuse.FuseSession;
import io.windlass.linux.Descriptor;
import io.windlass.linux.LinuxException;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.proto.mounter.Volume;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/** A mount that a mounter is responsible for towards its keeper. */
sealed interface ServedMount extends AutoCloseable permits ServedVolume, QuarantinedVolume {
  Volume volume();

  /** Returns the message that describes this volume to a keeper that attaches. */
  Volume message();

  /** Updates the volume. A keeper that attaches later is told of the updated volume. */
  void update(KeyedVolume wanted) throws IOException;

  /** Duplicates the descriptor of the mount; empty if the session is over, and closed. */
  Optional<Descriptor> duplicateDevice() throws LinuxException;

  /** Returns whether it was unmounted: what was written to it may still be on its way. */
  boolean isOver();

  CompletionStage<FuseSession.End> end();

  VolumeReport report(QuarantineReports others);

  /**
   * Gives back memory, if no request has come since the last call. Returns whether none has come.
   */
  boolean rest();

  /** Leaves the mount to the next process that serves it. Takes seconds at most. */
  void leave();

  @Override
  void close();
}
