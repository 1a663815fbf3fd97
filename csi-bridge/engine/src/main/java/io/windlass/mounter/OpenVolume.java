package io.windlass.mounter;

import io.windlass.fuse.Handler;
import io.windlass.proto.mounter.VolumeReport;
import java.io.IOException;

/** A volume whose requests can be answered. */
public interface OpenVolume extends AutoCloseable {
  /**
   * Finds out whether there is anything to serve.
   *
   * @throws IOException when the bucket is not there, may not be listed, or its server does not
   *     answer: says which
   */
  void check() throws IOException;

  /** Answers the kernel's requests. */
  Handler handler();

  /**
   * Takes over another key and another capacity; all else of {@code volume} is passed over.
   *
   * @throws IOException when the key is of another kind: says what would be right
   */
  void update(KeyedVolume volume) throws IOException;

  /** What it did until now. */
  VolumeReport report();

  /**
   * Brings what was written to the server, after the last request and for some seconds at most.
   * What cannot be brought there stays on local disk, and the log says where.
   */
  void finish();

  /** Lets go of all it holds in this process. */
  @Override
  void close();
}
