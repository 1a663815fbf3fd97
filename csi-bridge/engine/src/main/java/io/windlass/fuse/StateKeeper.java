package io.windlass.fuse;

import java.io.IOException;
import java.util.Optional;

/** Keeps the state of a session where it outlives this process. */
@FunctionalInterface
public interface StateKeeper {
  /**
   * Keeps {@code state} in place of what was kept before. What is kept when this returns must
   * survive a SIGKILL. Called seldom, and before the kernel learns of what changed.
   */
  void keep(SessionState state) throws IOException;

  /**
   * Keeps the requests in flight where the kernel does not send them again. Empty where nobody
   * takes over on such kernels.
   */
  default Optional<InFlightLog> inFlight() {
    return Optional.empty();
  }
}
