package io.windlass.store.local;

import jakarta.servlet.http.HttpServletRequest;
import java.util.Objects;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Bounds the memory that S3Proxy's request handler takes for bodies. The handler holds a whole body
 * in memory if the signature covers all of it, if its length is not known, or if it is parsed as
 * XML.
 */
final class HeldBodies {
  /** Most bytes of a body that is held. */
  static final int MAX_BYTES = 32 << 20;

  private static final int MAX_TOGETHER = 64 << 20;
  private static final int UNIT = 1 << 10;
  private static final long PATIENCE_SECONDS = 10;

  private final Semaphore units = new Semaphore(MAX_TOGETHER / UNIT);

  /** Memory reserved for one body, until it is closed. */
  interface Room extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Reserves memory for the body of a request. Waits at most 10 seconds for it, then throws
   * SlowDown.
   */
  Room roomFor(HttpServletRequest request, boolean presigned) {
    int wanted = (heldBytes(request, presigned) + UNIT - 1) / UNIT;
    try {
      if (!units.tryAcquire(wanted, PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw Refusal.slowDown();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.slowDown();
    }
    return () -> units.release(wanted);
  }

  private static int heldBytes(HttpServletRequest request, boolean presigned) {
    long length = request.getContentLengthLong();
    if (length < 0) {
      return request.getHeader("Transfer-Encoding") == null ? 0 : MAX_BYTES;
    }
    String hash = Objects.requireNonNullElse(request.getHeader("x-amz-content-sha256"), "");
    boolean streamed =
        presigned || hash.startsWith("STREAMING-") || hash.equals("UNSIGNED-PAYLOAD");
    boolean held = !streamed || request.getMethod().equals("POST");
    return held ? (int) Math.min(length, MAX_BYTES) : 0;
  }
}
