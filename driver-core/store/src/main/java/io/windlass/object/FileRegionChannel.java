package io.windlass.object;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/**
 * Channel that reads a region of a file by position, so that several readers can share one
 * descriptor.
 */
final class FileRegionChannel implements ReadableByteChannel {
  private final FileChannel file;
  private final long end;
  private long position;

  FileRegionChannel(FileChannel file, long offset, long length) {
    this.file = file;
    this.position = offset;
    this.end = offset + length;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    if (position >= end) {
      return -1;
    }
    int limit = into.limit();
    int wanted = (int) Math.min(into.remaining(), end - position);
    into.limit(into.position() + wanted);
    try {
      int count = file.read(into, position);
      if (count < 0) {
        throw new EOFException("file is shorter than the region to be sent");
      }
      position += count;
      return count;
    } finally {
      into.limit(limit);
    }
  }

  @Override
  public boolean isOpen() {
    return file.isOpen();
  }

  /** Does not close the file, which belongs to the caller. */
  @Override
  public void close() {}
}
