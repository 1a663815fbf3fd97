package io.windlass.fs.write;

import org.jspecify.annotations.Nullable;

/**
 * A publishing was broken off, as somebody waits for the file who cannot wait for a slow server. It
 * is begun anew when he is done.
 */
final class BrokenOffException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  BrokenOffException(@Nullable Throwable cause) {
    super("broken off, as somebody else needs the file", cause);
  }
}
