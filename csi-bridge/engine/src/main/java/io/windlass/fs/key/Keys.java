package io.windlass.fs.key;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;

/** Functions on object keys. */
public final class Keys {
  /** Order of keys in listings: by the bytes of UTF-8. */
  public static final Comparator<String> ORDER =
      Comparator.comparing(text -> text.getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

  private Keys() {}

  /** Returns the prefix of the directory that contains a key, up to its last slash. */
  public static String directory(String key) {
    return key.substring(0, key.lastIndexOf('/') + 1);
  }

  /**
   * Returns whether a path is that of a directory or of something below it, both without a last
   * slash.
   */
  public static boolean isWithin(String path, String directory) {
    return (path + "/").startsWith(directory + "/");
  }

  /** Returns the last segment of a key. */
  public static String text(String key) {
    return key.substring(key.lastIndexOf('/') + 1);
  }
}
