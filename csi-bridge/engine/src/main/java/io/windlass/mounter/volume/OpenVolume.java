package io.windlass.mounter.volume;

import io.windlass.fuse.Handler;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;

/** A volume that is open, so that its requests can be answered. */
public interface OpenVolume extends AutoCloseable {
  /** Returns the handler of the kernel's requests. */
  Handler handler();

  /**
   * Takes the credential and the capacity from {@code volume}, and ignores the rest of it.
   *
   * @throws IOException when the credential is of another kind than the present one; the message
   *     says which is right
   */
  void update(KeyedVolume volume) throws IOException;

  /** Returns what the volume has done until now. */
  VolumeReport report();

  /**
   * Publishes written files to the server. Called after the last request, and takes some seconds at
   * most. Files that cannot be published stay on local disk, and the log says where.
   */
  void finish();

  /** Releases all resources that the volume holds in this process. */
  @Override
  void close();
}
