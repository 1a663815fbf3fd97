package io.windlass.fuse;

import io.windlass.fuse.message.Request;

/** Answers the requests of one mount. */
@FunctionalInterface
public interface Handler {
  /**
   * Answers {@code request} through {@code exchange}, exactly once.
   *
   * <p>Several reader threads of the session call this at the same time. Before it returns, it must
   * answer or call {@link Exchange#detach()}; otherwise the session answers EIO. Work that may wait
   * for anything slower than a local disk should be detached. After an exception the session
   * answers EIO and logs it, and the reader goes on.
   */
  void handle(Request request, Exchange exchange);
}
