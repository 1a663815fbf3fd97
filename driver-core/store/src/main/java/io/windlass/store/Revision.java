package io.windlass.store;

import java.nio.charset.StandardCharsets;

/**
 * What an object is at one moment, for conditions: an ETag of S3 or Azure, a generation of Google.
 * It changes whenever the content does. Opaque: it may be compared, kept, and given back to the
 * store that it came from, and nothing else.
 *
 * @param token at most {@link #MAX_BYTES} of UTF-8; empty only in {@link #NONE}
 */
public record Revision(String token) {
  /** Longest token, in bytes of UTF-8. */
  public static final int MAX_BYTES = 448;

  /** Of what is no object: a directory without one, a file that is not in the bucket yet. */
  public static final Revision NONE = new Revision("");

  public Revision {
    if (token.length() > MAX_BYTES || token.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
      throw new IllegalArgumentException(
          "a revision has at most %d bytes, not %d".formatted(MAX_BYTES, token.length()));
    }
  }

  /** Whether this is {@link #NONE}. */
  public boolean isNone() {
    return token.isEmpty();
  }

  @Override
  public String toString() {
    return token;
  }
}
