package io.windlass.fuse;

import io.windlass.share.FairShares;

/** Buffers of one session: its own, and its share of those that all have in common. */
final class SessionBuffers {
  private final BufferPool pool;
  private final FairShares.Share share;
  private final int own;
  private final FairShares.Most most;

  SessionBuffers(BufferPool pool, FairShares.Share share, int own, FairShares.Most most) {
    this.pool = pool;
    this.share = share;
    this.own = own;
    this.most = most;
  }

  /** Returns the most bytes of data in one request. */
  int maxWrite() {
    return pool.maxWrite();
  }

  /** Takes a buffer with undefined content. Waits while the session has as many as it may have. */
  Buffer take() {
    boolean interrupted = false;
    try (FairShares.Turn turn = share.ask(1, most)) {
      while (!turn.take()) {
        try {
          long _ = turn.await(Long.MAX_VALUE);
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
    return pool.take();
  }

  /** Returns a buffer that {@link #take} gave out. */
  void give(Buffer buffer) {
    pool.give(buffer);
    share.give(1);
  }

  /** To be called before the readers begin. */
  void begin() {
    pool.reserve(own);
  }

  /**
   * To be called when the readers have ended. Buffers of requests that are not answered yet are
   * given back later.
   */
  void end() {
    pool.unreserve(own);
  }
}
