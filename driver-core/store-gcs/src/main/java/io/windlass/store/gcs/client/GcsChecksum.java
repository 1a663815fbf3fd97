package io.windlass.store.gcs.client;

import io.windlass.http.Checksums;
import io.windlass.http.ContentAttempts;
import io.windlass.object.Content;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/** The checksum that the service keeps of each object: "data-validation". */
public final class GcsChecksum {
  private GcsChecksum() {}

  /** Returns the checksum of content, which is read for it. */
  public static String of(Content content) {
    CRC32C sum = new CRC32C();
    try (ContentAttempts all = new ContentAttempts(content)) {
      all.digest(sum::update);
    }
    return Checksums.text(sum);
  }

  /** Returns the checksum that headers of an answer state: {@code x-goog-hash: crc32c=…,md5=…}. */
  public static Optional<String> stated(List<String> hashes) {
    return hashes.stream()
        .flatMap(all -> List.of(all.split(",", -1)).stream())
        .map(String::strip)
        .filter(each -> each.startsWith("crc32c="))
        .map(each -> each.substring("crc32c=".length()))
        .findFirst();
  }
}
