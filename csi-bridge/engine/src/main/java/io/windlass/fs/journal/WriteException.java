package io.windlass.fs.journal;

import io.windlass.linux.Errno;
import io.windlass.linux.FileErrno;
import java.io.IOException;

/** Thrown when a write fails for a reason other than the store's; the program gets an errno. */
public final class WriteException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Errno errno;

  public WriteException(Errno errno, String message) {
    super(message);
    this.errno = errno;
  }

  public WriteException(Errno errno, String message, Throwable cause) {
    super(message, cause);
    this.errno = errno;
  }

  /** Converts a failure of the local disk, for a program that changes the file of this key. */
  public static WriteException of(String key, IOException e) {
    return ofDisk("%s cannot be staged".formatted(key), e);
  }

  /**
   * Converts a failure of the local disk that files are staged on: {@code ENOSPC}, {@code EDQUOT}
   * or {@code EROFS} if that is why, else {@code EIO}.
   *
   * @param what failed, as a sentence without its end
   */
  public static WriteException ofDisk(String what, IOException e) {
    return new WriteException(FileErrno.of(e), "%s: %s".formatted(what, e.getMessage()), e);
  }

  /** Returns whether the local disk failed, or has no room. */
  public boolean isOfDisk() {
    return errno == Errno.ENOSPC || getCause() instanceof IOException;
  }

  /** Returns the errno for the program. */
  public Errno errno() {
    return errno;
  }
}
