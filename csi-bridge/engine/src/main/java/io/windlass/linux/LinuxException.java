package io.windlass.linux;

import java.io.IOException;
import java.util.Optional;

/** Thrown when a system call failed. */
public final class LinuxException extends IOException {
  private static final long serialVersionUID = 1;

  private final int number;

  /**
   * Creates the exception for an error number that the kernel returned.
   *
   * @param what the call, and the file or object that it was about
   */
  public LinuxException(String what, int number) {
    super(what + ": " + Errno.of(number).map(Errno::name).orElse("errno " + number));
    this.number = number;
  }

  /** Returns the kernel's error number, positive. */
  public int number() {
    return number;
  }

  /** Returns the error by name; empty for numbers that {@link Errno} does not have. */
  public Optional<Errno> errno() {
    return Errno.of(number);
  }

  /** Returns whether the error is {@code errno}. */
  public boolean is(Errno errno) {
    return number == errno.number();
  }
}
