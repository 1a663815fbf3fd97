package io.windlass.store.local;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** Limits for the user metadata of objects: those of S3 and of the file system. */
final class UserMetadata {
  private static final int MAX_BYTES = 2048;

  private UserMetadata() {}

  /** Throws MetadataTooLarge if the metadata is larger than S3 permits. */
  static void requireSmall(Map<String, String> metadata) {
    int bytes = 0;
    for (Map.Entry<String, String> entry : metadata.entrySet()) {
      bytes += bytes(entry.getKey()) + bytes(entry.getValue());
    }
    if (bytes > MAX_BYTES) {
      throw tooLarge();
    }
  }

  /**
   * Throws MetadataTooLarge if some metadata was not stored, because S3Proxy does not report what
   * the file system had no room for.
   */
  static void requireKept(Map<String, String> wanted, Map<String, String> kept) {
    for (Map.Entry<String, String> entry : wanted.entrySet()) {
      if (!entry.getValue().equals(kept.get(entry.getKey().toLowerCase(Locale.ROOT)))) {
        throw tooLarge();
      }
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }

  private static AwsServiceException tooLarge() {
    return Refusal.of(
        400, "MetadataTooLarge", "the user metadata is more than 2 KiB, or than the disk keeps");
  }
}
