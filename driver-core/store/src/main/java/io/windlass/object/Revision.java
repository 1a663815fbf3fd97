package io.windlass.object;

import java.nio.charset.StandardCharsets;

/**
 * Revision of an object, for conditions: an ETag of S3 or Azure, a generation of Google. It changes
 * whenever the content does. Opaque: it may only be compared, kept, and given back to the store
 * that it came from.
 *
 * @param token at most {@link #MAX_BYTES} of UTF-8; empty only in {@link #NONE}
 */
public record Revision(String token) {
  /** Longest token, in bytes of UTF-8. */
  public static final int MAX_BYTES = 448;

  /**
   * Revision of what has no object: a directory without a marker object, a file that is not in the
   * bucket yet.
   */
  public static final Revision NONE = new Revision("");

  public Revision {
    if (token.length() > MAX_BYTES || token.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a revision has at most %d bytes, not %d".formatted(MAX_BYTES, token.length()));
    }
  }

  /** Returns whether this is {@link #NONE}. */
  public boolean isNone() {
    return token.isEmpty();
  }

  @Override
  public String toString() {
    return token;
  }
}
