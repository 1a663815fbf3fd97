package io.windlass.object;

import io.windlass.error.DriverException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Body of one get, read into buffers of the caller. Closing it early discards the rest. Used by one
 * thread at a time.
 */
public interface ObjectReader extends ReadableByteChannel {

  /** Returns the object that is being read; its size is that of the whole object. */
  ObjectInfo info();

  /**
   * Reads the bytes that are available, at least one.
   *
   * @return number of bytes read, or -1 at the end of the range
   * @throws DriverException when the body ends early, stalls beyond the timeout, or does not match
   *     the checksum that the server declared
   */
  @Override
  int read(ByteBuffer into);

  @Override
  void close();

  /** Reads until {@code into} is full or the body ends; returns the number of bytes read. */
  default int readFully(ByteBuffer into) {
    int start = into.position();
    while (into.hasRemaining() && read(into) >= 0) {
      // read until full
    }
    return into.position() - start;
  }

  /**
   * Reads the whole body; meant for small objects.
   *
   * @param limit most bytes to hold in memory
   * @throws IOException when the body is larger
   */
  default byte[] readAll(int limit) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(limit + 1);
    int read = readFully(buffer);
    if (read > limit) {
      throw new IOException("object %s is larger than %d bytes".formatted(info().key(), limit));
    }
    byte[] bytes = new byte[read];
    buffer.flip().get(bytes);
    return bytes;
  }
}
