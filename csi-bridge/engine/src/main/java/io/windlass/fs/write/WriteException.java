package io.windlass.fs.write;

import io.windlass.store.Errno;
import java.io.IOException;

/** Thrown when a write fails for a reason other than the store's; the program gets an errno. */
public final class WriteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Errno errno;

  public WriteException(Errno errno, String message) {
    super(message);
    this.errno = errno;
  }

  WriteException(Errno errno, String message, Throwable cause) {
    super(message, cause);
    this.errno = errno;
  }

  /** Converts a failure of the local disk, for a program that writes the file of this key. */
  static WriteException of(String key, IOException e) {
    boolean full = String.valueOf(e.getMessage()).contains("No space left");
    return full
        ? new WriteException(Errno.ENOSPC, "the disk that files are staged on is full", e)
        : new WriteException(Errno.EIO, "%s cannot be staged".formatted(key), e);
  }

  /** Returns the errno for the program. */
  public Errno errno() {
    return errno;
  }
}
