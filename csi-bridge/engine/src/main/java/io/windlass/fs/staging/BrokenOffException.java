package io.windlass.fs.staging;

import org.jspecify.annotations.Nullable;

/**
 * Thrown when a publishing is broken off because another thread needs the file and cannot wait for
 * a slow server. The publishing begins anew when that thread is done.
 */
final class BrokenOffException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokenOffException(@Nullable Throwable cause) {
    super("broken off, as somebody else needs the file", cause);
  }
}
