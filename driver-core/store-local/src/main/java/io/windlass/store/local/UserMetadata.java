package io.windlass.store.local;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import software.amazon.awssdk.awscore.exception.AwsServiceException;

/** User metadata of objects, which a file system has room for or not. */
final class UserMetadata {
  private static final int MAX_BYTES = 2048;

  private UserMetadata() {}

  /** Refuses more than S3 allows. */
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
   * Refuses what was not kept whole: S3Proxy is silent about what a file system has no room for.
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
