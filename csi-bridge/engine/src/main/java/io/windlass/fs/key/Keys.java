package io.windlass.fs.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/** Keys as servers order them. */
public final class Keys {
  /** By the bytes of UTF-8. */
  public static final Comparator<String> ORDER =
      Comparator.comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private Keys() {}

  /** What the keys of all that is in the same directory begin with. */
  public static String directory(String key) {
    return key.substring(0, key.lastIndexOf('/') + 1);
  }

  /** Whether a path is that of a directory or of something below it, both without a last slash. */
  public static boolean isWithin(String path, String directory) {
    return (path + "/").startsWith(directory + "/");
  }

  /** The last segment. */
  public static String text(String key) {
    return key.substring(key.lastIndexOf('/') + 1);
  }
}
