package io.windlass.fs.bucket;

import io.windlass.fs.key.FileNames;
import java.util.List;
import java.util.Random;

/** Keys that a file system finds hard, and that often meet. */
final class NastyKeys {
  private static final List<String> SEGMENTS =
      List.of(
          "a", "b", "a-", "a-1", "a.txt", "a!", "a0", "", ".", "..", "%~", "%~file", "a%~file",
          "%~empty", "%~2E", "x\0y", "-", "é漢🙂", "a b\n");

  private NastyKeys() {}

  static String segment(Random random) {
    return switch (random.nextInt(12)) {
      case 0 -> "l".repeat(240 + random.nextInt(20));
      case 1 -> "l".repeat(248) + "m".repeat(random.nextInt(3)) + random.nextInt(3);
      case 2 -> "é".repeat(130 + random.nextInt(3) * 60) + random.nextInt(2);
      default -> SEGMENTS.get(random.nextInt(SEGMENTS.size()));
    };
  }

  /** A key of at most 1024 bytes, never empty. */
  static String key(Random random, String prefix) {
    while (true) {
      StringBuilder key = new StringBuilder(prefix).append(segment(random));
      for (int depth = random.nextInt(3); depth > 0; depth--) {
        key.append('/').append(segment(random));
      }
      if (random.nextInt(6) == 0) {
        key.append('/');
      }
      if (!key.isEmpty() && FileNames.bytes(key.toString()) <= 1024) {
        return key.toString();
      }
    }
  }
}
