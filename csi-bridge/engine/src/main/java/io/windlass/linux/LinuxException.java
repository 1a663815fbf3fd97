package io.windlass.linux;

import io.windlass.store.Errno;
import java.io.IOException;
import java.util.Optional;

/** A system call failed. */
public final class LinuxException extends IOException {
  private static final long serialVersionUID = 1;

  private final int number;

  /**
   * A failure of {@code what} with the error number that the kernel gave.
   *
   * @param what the call, and what it was about
   */
  public LinuxException(String what, int number) {
    super(what + ": " + Errno.of(number).map(Errno::name).orElse("errno " + number));
    this.number = number;
  }

  /** The kernel's error number, positive. */
  public int number() {
    return number;
  }

  /** The same by name; empty for numbers that {@link Errno} does not have. */
  public Optional<Errno> errno() {
    return Errno.of(number);
  }

  /** Whether this is {@code errno}. */
  public boolean is(Errno errno) {
    return number == errno.number();
  }
}
