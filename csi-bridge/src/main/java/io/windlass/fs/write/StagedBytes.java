package io.windlass.fs.write;

import io.windlass.store.Content;
import io.windlass.store.Errno;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;

/** A range of a staged file that is wholly local, as it is sent: zeros take no memory. */
final class StagedBytes implements Content {
  private final StagedContent content;
  private final long start;
  private final long end;

  StagedBytes(StagedContent content, long start, long end) {
    this.content = content;
    this.start = start;
    this.end = end;
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
    public int read(ByteBuffer into) throws IOException {
      if (at >= end) {
        return -1;
      }
      int count = (int) Math.min(into.remaining(), end - at);
      ByteBuffer window = into.slice(into.position(), count);
      content.look(state -> {
        fill(state.extents().of(at, at + count), window);
        return true;
      });
      into.position(into.position() + count);
      at += count;
      return count;
    }

    private void fill(List<Extents.Extent> extents, ByteBuffer window) {
      for (Extents.Extent extent : extents) {
        ByteBuffer piece = window.slice((int) (extent.start() - at), (int) extent.length());
        switch (extent.kind()) {
          case DATA -> content.read(piece, extent.start());
          case ZERO -> {
            while (piece.hasRemaining()) {
              piece.put((byte) 0);
            }
          }
          case BASE ->
              throw new WriteException(Errno.EIO, "bytes to be sent are not there any more");
        }
      }
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
