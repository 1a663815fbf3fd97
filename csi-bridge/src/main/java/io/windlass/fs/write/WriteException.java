package io.windlass.fs.write;

import io.windlass.store.Errno;

/** A write failed for a reason that is not the store's, which the program is told as an errno. */
public final class WriteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Errno errno;

  /** A failure, with what to do about it. */
  public WriteException(Errno errno, String message) {
    super(message);
    this.errno = errno;
  }

  WriteException(Errno errno, String message, Throwable cause) {
    super(message, cause);
    this.errno = errno;
  }

  /** What the program is told. */
  public Errno errno() {
    return errno;
  }
}
