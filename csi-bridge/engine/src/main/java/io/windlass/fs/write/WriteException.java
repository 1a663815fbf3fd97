package io.windlass.fs.write;

import io.windlass.store.Errno;
import java.io.IOException;

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

  /** What a failure of the local disk is to whoever writes the file of this key. */
  static WriteException of(String key, IOException e) {
    boolean full = String.valueOf(e.getMessage()).contains("No space left");
    return full
        ? new WriteException(Errno.ENOSPC, "the disk that files are staged on is full", e)
        : new WriteException(Errno.EIO, "%s cannot be staged".formatted(key), e);
  }

  /** What the program is told. */
  public Errno errno() {
    return errno;
  }
}
