package io.windlass.store.local;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The body of a request. */
final class RequestBody extends FilterInputStream {
  private static final Logger log = LoggerFactory.getLogger(RequestBody.class);
  private static final int BUFFER = 64 << 10;
  private static final long MAX_DRAIN = 1L << 30;

  private boolean touched;

  RequestBody(InputStream in) {
    super(in);
  }

  /** Whether any of it was asked for: only then does a client that waits for that send it. */
  boolean touched() {
    return touched;
  }

  @Override
  public int read() throws IOException {
    touched = true;
    return super.read();
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    touched = true;
    return super.read(into, offset, length);
  }

  /**
   * Reads what is left, up to 1 GiB: a client that is still sending would not get to see the
   * answer.
   *
   * @return whether that was all
   */
  boolean drain() {
    byte[] buffer = new byte[BUFFER];
    try {
      for (long left = MAX_DRAIN; left > 0; ) {
        int count = super.read(buffer, 0, buffer.length);
        if (count < 0) {
          return true;
        }
        left -= count;
      }
    } catch (IOException e) {
      log.debug("the rest of a body did not come", e);
    }
    return false;
  }
}
