package io.windlass.fs;

import io.windlass.store.DriverException;
import io.windlass.store.Errno;

/** An operation failed in a way that the program which asked for it is told as an errno. */
public final class FsException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Errno errno;

  /** A failure of the file system's own. */
  public FsException(Errno errno, String message) {
    super(message);
    this.errno = errno;
  }

  private FsException(Errno errno, RuntimeException cause) {
    super(cause.getMessage(), cause);
    this.errno = errno;
  }

  /** A failure of the store, as {@link Errno#of} reads it. */
  public static FsException of(DriverException cause) {
    return new FsException(cause.kind().errno(), cause);
  }

  /** Something was to be changed that must not be. */
  public static FsException readOnly() {
    return new FsException(Errno.EROFS, "the volume is read-only");
  }

  /** A failure that the program is to be told of as this errno. */
  public static FsException as(Errno errno, RuntimeException cause) {
    return new FsException(errno, cause);
  }

  /** Whether this is a failure of the store, rather than an answer to what was asked. */
  public boolean isOfStore() {
    return getCause() instanceof DriverException;
  }

  /** What the program is told. */
  public Errno errno() {
    return errno;
  }
}
