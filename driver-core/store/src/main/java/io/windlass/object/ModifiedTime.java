package io.windlass.object;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;

/**
 * When the content of an object was modified, in its user metadata. Without this, an object has
 * only the time when it was put, and a copy would be as new as the copying. Name and format are
 * those that s3fs established, and rclone uses.
 */
public final class ModifiedTime {
  /** Name in the metadata. */
  public static final String NAME = "mtime";

  /** Most bytes of user metadata that every store keeps. */
  private static final int MOST = 2048;

  /** Bytes that MinIO counts beside each name and value: "x-amz-meta-" before the name. */
  private static final int BESIDE = 11;

  private static final int NANO_DIGITS = 9;

  private ModifiedTime() {}

  /** Formats a time: seconds since 1970, with a fraction of nine digits if there is one. */
  public static String text(Instant modified) {
    if (modified.getNano() == 0) {
      return Long.toString(modified.getEpochSecond());
    }
    // Not a format, whose parsing would cost each new file more than its look-up.
    String fraction = Integer.toString(modified.getNano());
    return modified.getEpochSecond() + "." + "0".repeat(NANO_DIGITS - fraction.length()) + fraction;
  }

  /**
   * Returns the metadata of a copy: those of the source, and the time of its last modification
   * unless they have one, or no room for it. It is in whole seconds: that is what a HEAD tells on
   * S3 and Azure, and what a mount shows of an object without a time in its metadata.
   */
  public static Map<String, String> kept(Map<String, String> metadata, Instant lastModified) {
    if (metadata.containsKey(NAME)) {
      return metadata;
    }
    Map<String, String> kept = new HashMap<>(metadata);
    kept.put(NAME, text(lastModified.truncatedTo(ChronoUnit.SECONDS)));
    return bytes(kept) > MOST ? metadata : Map.copyOf(kept);
  }

  private static int bytes(Map<String, String> metadata) {
    return metadata.entrySet().stream()
        .mapToInt(each -> BESIDE + bytes(each.getKey()) + bytes(each.getValue()))
        .sum();
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
