package io.windlass.store;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;

/**
 * Bytes to be sent, of known length, that can be read again when a request has to be repeated. They
 * stay the caller's: nothing is copied or held whole.
 */
public interface Content {

  /** Length in bytes. */
  long length();

  /** A new channel from the first byte; each call starts over. */
  ReadableByteChannel open() throws IOException;

  /** What remains in {@code bytes} now; its position is left alone. */
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

  /** All of {@code bytes}. */
  static Content of(byte[] bytes) {
    return of(ByteBuffer.wrap(bytes));
  }

  /** A region of a file that stays open, and unchanged, until the request is done. */
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
