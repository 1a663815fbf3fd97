package io.windlass.fuse;

import java.io.IOException;
import java.util.Optional;

/** Keeps the state of a session in a place that outlives this process. */
@FunctionalInterface
public interface StateKeeper {
  /**
   * Replaces the kept state by {@code state}. When this returns, the state must survive a SIGKILL.
   * Called seldom: when the session opens, and before an opcode is answered with ENOSYS for the
   * first time.
   */
  void keep(SessionState state) throws IOException;

  /** Notes that a request was read. Called for each request, so it must be fast. */
  default void began() {}

  /** Notes that a request has its answer: as often as {@link #began}. */
  default void ended() {}

  /**
   * Returns the log of the requests in flight, for kernels that do not send them again. Empty if no
   * process takes over on such kernels.
   */
  default Optional<InFlightLog> inFlight() {
    return Optional.empty();
  }
}
