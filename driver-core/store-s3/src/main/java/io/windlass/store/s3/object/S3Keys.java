package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.regex.Pattern;

/** Rules of S3 for keys and user metadata. */
final class S3Keys {
  /** The order of listings: by the UTF-8 bytes of keys, which is not the order of Java strings. */
  static final Comparator<String> BYTE_ORDER =
      (one, other) ->
          Arrays.compareUnsigned(
              one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));

  private static final Pattern NAME = Pattern.compile("[a-z0-9!#$%&'*+.^_`|~-]+");
  private static final Pattern VALUE =
      Pattern.compile("(?:[\\x21-\\x7e](?:[\\x20-\\x7e]*[\\x21-\\x7e])?)?");
  private static final int LONGEST_KEY = 1024;
  private static final int MOST_METADATA = 2048;

  private S3Keys() {}

  /**
   * Checks a key.
   *
   * @throws DriverException.InvalidKey if no object can have this key
   */
  static String key(String key) {
    try {
      int bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(key)).remaining();
      if (bytes >= 1 && bytes <= LONGEST_KEY) {
        return key;
      }
      throw new DriverException.InvalidKey(
          "the object key has %d bytes: keys have 1 to %d".formatted(bytes, LONGEST_KEY));
    } catch (CharacterCodingException e) {
      throw new DriverException.InvalidKey("the object key is not valid Unicode text");
    }
  }

  /** Returns whether XML 1.0, in which batches are sent, can express the key. */
  static boolean fitsXml(String key) {
    return key.codePoints()
        .allMatch(
            c -> c >= 0x20 ? c != 0xfffe && c != 0xffff : c == '\t' || c == '\n' || c == '\r');
  }

  /** Returns whether {@link #metadata} takes these. */
  static boolean isMetadata(Map<String, String> metadata) {
    try {
      Map<String, String> _ = metadata(metadata);
      return true;
    } catch (DriverException.InvalidArgument e) {
      return false;
    }
  }

  /**
   * Checks user metadata: it is sent in headers, which keep only printable ASCII.
   *
   * @throws DriverException.InvalidArgument naming the entry
   */
  static Map<String, String> metadata(Map<String, String> metadata) {
    int size = 0;
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      if (!NAME.matcher(entry.getKey()).matches()) {
        throw new DriverException.InvalidArgument(
            "user metadata '%s': names are lower case ASCII without spaces"
                .formatted(entry.getKey()));
      }
      if (!VALUE.matcher(entry.getValue()).matches()) {
        throw new DriverException.InvalidArgument(
            "user metadata '%s': values are printable ASCII without spaces at the ends"
                .formatted(entry.getKey()));
      }
      size += entry.getKey().length() + entry.getValue().length();
    }
    if (size > MOST_METADATA) {
      throw new DriverException.InvalidArgument(
          "%d bytes of user metadata: at most %d".formatted(size, MOST_METADATA));
    }
    return metadata;
  }
}
