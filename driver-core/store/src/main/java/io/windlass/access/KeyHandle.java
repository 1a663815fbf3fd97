package io.windlass.access;

import java.nio.charset.StandardCharsets;

/**
 * The server's name of a key that it made: an access key id, the name of a policy, or whatever is
 * needed to end the key. Opaque, and not secret: it is kept in records and may be in logs.
 *
 * @param text 1 to {@value #MAX_BYTES} bytes of UTF-8
 */
public record KeyHandle(String text) {
  private static final int MAX_BYTES = 1024;

  /** Throws {@link IllegalArgumentException} when the text is empty or too long. */
  public KeyHandle {
    int bytes = text.getBytes(StandardCharsets.UTF_8).length;
    if (bytes < 1 || bytes > MAX_BYTES) {
      throw new IllegalArgumentException("a key handle has 1 to 1024 bytes, not " + bytes);
    }
  }
}
