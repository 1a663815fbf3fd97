package io.windlass.object;

import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;

/** Channel that reads a buffer from its position to its limit. */
final class BufferChannel implements ReadableByteChannel {
  private final ByteBuffer from;

  BufferChannel(ByteBuffer from) {
    this.from = from;
  }

  @Override
  public int read(ByteBuffer into) {
    if (!from.hasRemaining()) {
      return -1;
    }
    int count = Math.min(from.remaining(), into.remaining());
    into.put(into.position(), from, from.position(), count);
    into.position(into.position() + count);
    from.position(from.position() + count);
    return count;
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
