package io.windlass.fs;

import io.windlass.error.DriverException;
import io.windlass.linux.Errno;

/** Thrown when an operation fails. The program that called it receives the error number. */
public final class FsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Errno errno;

  /**
   * Creates the exception for a failure of the file system itself: an answer like others, so it has
   * no stack trace, which costs more than the rest of the answer.
   */
  public FsException(Errno errno, String message) {
    super(message, null, false, false);
    this.errno = errno;
  }

  private FsException(Errno errno, RuntimeException cause) {
    super(cause.getMessage(), cause);
    this.errno = errno;
  }

  /** Creates the exception for a failure of the store, with the error number of its kind. */
  public static FsException of(DriverException cause) {
    return new FsException(Errno.valueOf(cause.kind().errno()), cause);
  }

  /** Creates the exception for a change of a read-only volume. */
  public static FsException readOnly() {
    return new FsException(Errno.EROFS, "the volume is read-only");
  }

  /** Creates the exception for a failure that is reported with this error number. */
  public static FsException as(Errno errno, RuntimeException cause) {
    return new FsException(errno, cause);
  }

  /** Returns whether the store failed; otherwise the exception is an answer to the request. */
  public boolean isOfStore() {
    return getCause() instanceof DriverException;
  }

  /** Returns the error number for the program. */
  public Errno errno() {
    return errno;
  }
}
