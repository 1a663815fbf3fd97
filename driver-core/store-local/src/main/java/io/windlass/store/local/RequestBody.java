package io.windlass.store.local;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Body of a request. It knows whether it was read, and can read its own rest. */
final class RequestBody extends FilterInputStream {
  private static final Logger log = LoggerFactory.getLogger(RequestBody.class);
  private static final int BUFFER = 64 << 10;
  private static final long MAX_DRAIN = 1L << 30;

  private boolean touched;

  RequestBody(InputStream in) {
    super(in);
  }

  /**
   * Returns whether any of the body was read. A client that waits for 100 Continue sends it only
   * then.
   */
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
   * Reads and drops the rest, at most 1 GiB, because a client that is still sending would not see
   * the answer.
   *
   * @return whether the end of the body was reached
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
