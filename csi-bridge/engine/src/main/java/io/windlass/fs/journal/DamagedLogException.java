package io.windlass.fs.journal;

import java.io.IOException;

/**
 * Thrown when a file was read and has no records that can be used. Other failures to read it may
 * pass, as when the process has too many open files.
 */
public final class DamagedLogException extends IOException {
  private static final long serialVersionUID = 1;

  DamagedLogException(String message) {
    super(message);
  }
}
