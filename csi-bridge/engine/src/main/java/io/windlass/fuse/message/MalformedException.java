package io.windlass.fuse.message;

import io.windlass.linux.Errno;

/** Thrown when the content of a request does not fit its opcode. */
final class MalformedException extends Exception {
  private static final long serialVersionUID = 1;

  private final Errno errno;
  private final String reason;

  MalformedException(Errno errno, String reason) {
    super(reason, null, false, false);
    this.errno = errno;
    this.reason = reason;
  }

  /** Returns the error number for the caller. */
  Errno errno() {
    return errno;
  }

  /** Returns what is wrong with the request, for the log. */
  String reason() {
    return reason;
  }
}
