package io.windlass.http;

import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * Reads the body of an answer. It gives out the last byte only when the body was found right: also
 * to a caller that reads exactly as many bytes as there are.
 */
public final class BodyReader implements ObjectReader {
  private static final int BOUNCE_BYTES = 64 << 10;

  private final ObjectInfo info;
  private final Body body;
  private final StoreErrors errors;
  private final String target;
  private byte[] bounce = {};
  private long left;
  private Optional<DriverException> fault = Optional.empty();
  private boolean ended;
  private boolean closed;

  /** The body as a backend's SDK has it. What it throws is translated. */
  public interface Body {
    /** Reads some bytes, at least one; -1 where no more come. */
    int read(byte[] into, int offset, int length) throws IOException;

    /**
     * Returns what is wrong with a body whose bytes have all been read. Asked once, before the last
     * is given out.
     */
    Optional<String> fault() throws IOException;

    /**
     * Gives it up.
     *
     * @param whole whether all was read; the rest of others is not waited for
     */
    void close(boolean whole) throws IOException;
  }

  /**
   * Over a body.
   *
   * @param length bytes that the server announced
   * @param target what is read, for messages
   */
  public BodyReader(ObjectInfo info, long length, Body body, StoreErrors errors, String target) {
    this.info = info;
    this.left = length;
    this.body = body;
    this.errors = errors;
    this.target = target;
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
      throw broken("the server ended the body %d bytes early".formatted(left));
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
      return body.read(into, offset, length);
    } catch (IOException | RuntimeException e) {
      throw errors.translate("get", target, e);
    }
  }

  /** Ends the body. A fault is permanent, so that a later read does not look like the end. */
  private void end() {
    if (!ended && fault.isEmpty()) {
      fault = fault();
      ended = fault.isEmpty();
    }
    if (fault.isPresent()) {
      throw fault.get();
    }
  }

  private Optional<DriverException> fault() {
    try {
      return body.fault().map(this::broken);
    } catch (IOException | RuntimeException e) {
      return Optional.of(errors.translate("get", target, e));
    }
  }

  private DriverException broken(String how) {
    return new DriverException.Unavailable(errors.says("get", target, how), null);
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }

  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      body.close(ended);
    } catch (IOException | RuntimeException e) {
      // What was to be read has been read, or is given up.
    }
  }
}
