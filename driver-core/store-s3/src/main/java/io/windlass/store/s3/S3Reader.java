package io.windlass.store.s3;

import io.windlass.store.DriverException;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/**
 * Body of one get. It returns the last byte only after the checksum, where the server declared one,
 * was verified: also to a caller that reads exactly as many bytes as there are.
 */
final class S3Reader implements ObjectReader {
  private static final int BOUNCE_BYTES = 64 << 10;

  private final ResponseInputStream<GetObjectResponse> stream;
  private final ObjectInfo info;
  private final S3Errors errors;
  private byte[] bounce = {};
  private long left;
  private boolean ended;
  private boolean closed;

  S3Reader(ResponseInputStream<GetObjectResponse> stream, ObjectInfo info, S3Errors errors) {
    this.stream = stream;
    this.info = info;
    this.errors = errors;
    this.left = stream.response().contentLength();
  }

  @Override
  public ObjectInfo info() {
    return info;
  }

  @Override
  public int read(ByteBuffer into) {
    if (closed) {
      throw new IllegalStateException("the reader of " + info.key() + " is closed");
    }
    if (left == 0) {
      end();
      return -1;
    }
    if (!into.hasRemaining()) {
      return 0;
    }
    int count = into.hasArray() ? readArray(into) : readDirect(into);
    if (count < 0) {
      throw broken("the server ended it %d bytes early".formatted(left), null);
    }
    left -= count;
    if (left == 0) {
      end();
    }
    into.position(into.position() + count);
    return count;
  }

  private int readArray(ByteBuffer into) {
    int wanted = (int) Math.min(into.remaining(), left);
    return read(into.array(), into.arrayOffset() + into.position(), wanted);
  }

  private int readDirect(ByteBuffer into) {
    if (bounce.length == 0) {
      bounce = new byte[(int) Math.min(left, BOUNCE_BYTES)];
    }
    int wanted = (int) Math.min(Math.min(into.remaining(), left), bounce.length);
    int count = read(bounce, 0, wanted);
    if (count > 0) {
      into.put(into.position(), bounce, 0, count);
    }
    return count;
  }

  private int read(byte[] into, int offset, int length) {
    try {
      return stream.read(into, offset, length);
    } catch (IOException | SdkException e) {
      throw errors.translate("get", target(), e);
    }
  }

  /** Reads the end of the stream, at which the SDK compares checksums. */
  private void end() {
    if (ended) {
      return;
    }
    try {
      if (stream.read() >= 0) {
        throw broken("the server sent more than it announced", null);
      }
    } catch (IOException e) {
      throw errors.translate("get", target(), e);
    } catch (SdkException e) {
      throw broken("the bytes do not match the checksum that the server declared", e);
    }
    ended = true;
  }

  private DriverException broken(String what, @Nullable Exception cause) {
    return new DriverException.Unavailable(errors.says("get", target(), what), cause);
  }

  private String target() {
    return info.key();
  }

  /** Aborts the connection unless all was read: reading the rest could take any time. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    if (!ended) {
      stream.abort();
      return;
    }
    try {
      stream.close();
    } catch (IOException | SdkException e) {
      // All bytes were read before.
    }
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }
}
