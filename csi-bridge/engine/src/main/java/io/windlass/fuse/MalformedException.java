package io.windlass.fuse;

import io.windlass.store.Errno;

/** A request that does not hold what its opcode says. */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1;

  private final Errno errno;
  private final String reason;

  MalformedException(Errno errno, String reason) {
    super(reason, null, false, false);
    this.errno = errno;
    this.reason = reason;
  }

  /** What its caller is to see. */
  Errno errno() {
    return errno;
  }

  /** What is wrong with it, in words. */
  String reason() {
    return reason;
  }
}
