package io.windlass.fake.gcs;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.zip.CRC32C;

/** ContentChecksums of content: cloud.google.com/storage/docs/data-validation. */
final class ContentChecksums {
  private ContentChecksums() {}

  /** Big-endian, in Base64. */
  static String crc32c(byte[] content) {
    CRC32C sum = new CRC32C();
    sum.update(content);
    return Base64.getEncoder()
        .encodeToString(ByteBuffer.allocate(4).putInt((int) sum.getValue()).array());
  }

  static String md5(byte[] content) {
    return Base64.getEncoder().encodeToString(digest("MD5", content));
  }

  static byte[] digest(String algorithm, byte[] content) {
    try {
      return MessageDigest.getInstance(algorithm).digest(content);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Refuses content that does not match the stated checksums. */
  static void require(byte[] content, Optional<String> crc32c, Optional<String> md5) {
    String sum = crc32c(content);
    if (crc32c.filter(said -> !said.equals(sum)).isPresent()) {
      throw Refusal.invalid(
          "Provided CRC32C \"%s\" doesn't match calculated CRC32C \"%s\"."
              .formatted(crc32c.get(), sum));
    }
    String hash = md5(content);
    if (md5.filter(said -> !said.equals(hash)).isPresent()) {
      throw Refusal.invalid(
          "Provided MD5 hash \"%s\" doesn't match calculated MD5 hash \"%s\"."
              .formatted(md5.get(), hash));
    }
  }

  /**
   * The pairs of an x-goog-hash header: cloud.google.com/storage/docs/xml-api/reference-headers.
   */
  static Map<String, String> ofHeader(String header) {
    return Arrays.stream(header.split(",", -1))
        .map(pair -> pair.strip().split("=", 2))
        .collect(Collectors.toMap(pair -> pair[0], pair -> pair.length > 1 ? pair[1] : ""));
  }

  /** Refuses content that does not match the x-goog-hash header. */
  static void require(byte[] content, WireRequest request) {
    Map<String, String> said =
        request.header("x-goog-hash").map(ContentChecksums::ofHeader).orElse(Map.of());
    require(content, Optional.ofNullable(said.get("crc32c")), Optional.ofNullable(said.get("md5")));
  }
}
