package io.windlass.fs.upload;

import io.windlass.object.Content;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/**
 * Content of a request: a range of a staged file that is wholly local. It is read while it is sent,
 * so it takes no memory.
 */
public final class StagedBytes implements Content {
  private final long start;
  private final long end;
  private final Source source;

  /** Source of the bytes. */
  public interface Source {
    /** Fills a buffer with the bytes at an offset of the file; the buffer's position may stay. */
    void fill(ByteBuffer into, long offset);
  }

  public StagedBytes(long start, long end, Source source) {
    this.start = start;
    this.end = end;
    this.source = source;
  }

  @Override
  public long length() {
    return end - start;
  }

  @Override
  public ReadableByteChannel open() {
    return new Channel();
  }

  private final class Channel implements ReadableByteChannel {
    private long at = start;
    private boolean open = true;

    @Override
    public int read(ByteBuffer into) {
      if (at >= end) {
        return -1;
      }
      int count = (int) Math.min(into.remaining(), end - at);
      source.fill(into.slice(into.position(), count), at);
      into.position(into.position() + count);
      at += count;
      return count;
    }

    @Override
    public boolean isOpen() {
      return open;
    }

    @Override
    public void close() {
      open = false;
    }
  }
}
