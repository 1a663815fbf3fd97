package io.windlass.store.memory;

import io.windlass.error.DriverException;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;

/** Rules for the keys and the user metadata of objects. */
public final class Keys {
  /** The order of listings. */
  public static final Comparator<String> ORDER =
      Comparator.comparing(key -> key.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private static final int LONGEST = 1024;
  private static final int MOST_METADATA = 2048;

  private Keys() {}

  /** Refuses keys that no object can have. */
  public static void check(String key) {
    try {
      int bytes = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(key)).remaining();
      if (bytes < 1 || bytes > LONGEST) {
        throw new DriverException.InvalidKey(
            "the object key has %d bytes: keys have 1 to %d".formatted(bytes, LONGEST));
      }
    } catch (CharacterCodingException e) {
      throw new DriverException.InvalidKey("the object key is not valid Unicode text");
    }
  }

  /** Refuses more user metadata than there may be. */
  public static void check(Map<String, String> metadata) {
    int size =
        metadata.entrySet().stream()
            .mapToInt(entry -> entry.getKey().length() + entry.getValue().length())
            .sum();
    if (size > MOST_METADATA) {
      throw new DriverException.InvalidArgument(
          "%d characters of user metadata %s: at most %d"
              .formatted(size, metadata.keySet(), MOST_METADATA));
    }
  }
}
