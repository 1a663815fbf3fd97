package io.windlass.fuse;

/** Answers the requests of one mount. */
@FunctionalInterface
public interface Handler {
  /**
   * Answers {@code request} through {@code exchange}, exactly once.
   *
   * <p>Called on a reader thread of the session, by several at once. Either the answer is given
   * before this returns, or {@link Exchange#detach()} has been called; a handler that does neither
   * is answered EIO. What may wait for anything slower than a local disk is to be detached. An
   * exception is answered EIO and logged, and the reader goes on.
   */
  void handle(Request request, Exchange exchange);
}
