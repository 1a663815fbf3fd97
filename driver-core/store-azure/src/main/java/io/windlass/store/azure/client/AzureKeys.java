package io.windlass.store.azure.client;

import io.windlass.error.DriverException;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/** What Azure takes as names of blobs: "Naming and referencing containers, blobs, and metadata". */
public final class AzureKeys {
  /** The order that listings are in. */
  public static final Comparator<String> BYTE_ORDER =
      (one, other) ->
          Arrays.compareUnsigned(
              one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));

  private static final int LONGEST = 1024;
  private static final int MOST_SEGMENTS = 254;

  private AzureKeys() {}

  /**
   * Checks a key.
   *
   * @throws DriverException.InvalidKey if no blob can have this name, or the service would change
   *     it: it turns a backslash into a slash, resolves segments of dots, and removes dots at the
   *     end of a segment
   */
  public static String check(String key) {
    int bytes = length(key);
    if (bytes < 1 || bytes > LONGEST) {
      throw new DriverException.InvalidKey(
          "the object key has %d bytes: keys have 1 to %d".formatted(bytes, LONGEST));
    }
    if (key.codePoints().anyMatch(AzureKeys::isRefused)) {
      throw new DriverException.InvalidKey(
          "the object key has a backslash or a control character: names of blobs have none");
    }
    String[] segments = key.split("/", -1);
    if (segments.length > MOST_SEGMENTS) {
      throw new DriverException.InvalidKey(
          "the object key has %d segments: names of blobs have at most %d"
              .formatted(segments.length, MOST_SEGMENTS));
    }
    for (String segment : segments) {
      if (segment.endsWith(".")) {
        throw new DriverException.InvalidKey(
            "the object key has a segment that ends with a dot: names of blobs lose it");
      }
    }
    return key;
  }

  /** Returns whether a segment before the last is empty: a directory needs a name. */
  public static boolean hasEmptySegment(String key) {
    return key.startsWith("/") || key.contains("//");
  }

  /** Returns the error for a key with an empty segment in an account with directories. */
  public static DriverException.InvalidKey emptySegment() {
    return new DriverException.InvalidKey(
        "the object key has an empty segment: in an account with directories each has a name");
  }

  private static int length(String key) {
    try {
      return StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(key)).remaining();
    } catch (CharacterCodingException e) {
      throw new DriverException.InvalidKey("the object key is not valid Unicode text");
    }
  }

  /** Listings are XML 1.0, which cannot express the last two. */
  private static boolean isRefused(int c) {
    return c == '\\' || Character.isISOControl(c) || c == 0xfffe || c == 0xffff;
  }
}
