package io.windlass.object;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/**
 * Bytes to be sent, of known length, that can be read again when a request is repeated. The bytes
 * stay with the caller: nothing is copied, and the whole is never held in memory.
 */
public interface Content {

  /** Returns the length in bytes. */
  long length();

  /** Opens a new channel that reads from the first byte. */
  ReadableByteChannel open() throws IOException;

  /**
   * Returns the bytes between position and limit of {@code bytes} as content; does not move the
   * position.
   */
  static Content of(ByteBuffer bytes) {
    ByteBuffer fixed = bytes.slice();
    return new Content() {
      @Override
      public long length() {
        return fixed.capacity();
      }

      @Override
      public ReadableByteChannel open() {
        return new BufferChannel(fixed.duplicate());
      }
    };
  }

  /** Returns all of {@code bytes} as content. */
  static Content of(byte[] bytes) {
    return of(ByteBuffer.wrap(bytes));
  }

  /**
   * Returns a region of a file as content. The file must stay open, and unchanged, until the
   * request is done.
   */
  static Content of(FileChannel file, long offset, long length) {
    return new Content() {
      @Override
      public long length() {
        return length;
      }

      @Override
      public ReadableByteChannel open() {
        return new FileRegionChannel(file, offset, length);
      }
    };
  }
}
