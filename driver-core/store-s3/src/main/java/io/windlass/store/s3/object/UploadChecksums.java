package io.windlass.store.s3.object;

import io.windlass.store.s3.client.S3Checksums;
import java.util.Map;
import java.util.Optional;

/**
 * Checksum of an object of parts: CRC32, which each of them is sent with ({@link S3Checksums}). The
 * server keeps it only if it was announced when the upload was started; then the object gets that
 * of its whole content, which the server computes from those of the parts.
 *
 * <p>For an upload with copied parts, it is announced to AWS alone, which then has the checksum of
 * each part and wants all of them in the end. MinIO computes no checksum of what it copies, and
 * refuses the copy. Parts have CRC32 and nothing better, because that is what servers take for an
 * upload without announcement.
 *
 * @see <a
 *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyPartResult.html">CopyPartResult</a>
 */
final class UploadChecksums {
  private UploadChecksums() {}

  /** Headers that announce the checksums of an upload all of whose parts are sent. */
  static final Map<String, String> ANNOUNCED =
      Map.of("x-amz-checksum-algorithm", "CRC32", "x-amz-checksum-type", "FULL_OBJECT");

  /**
   * What the server answered for a part.
   *
   * @param etag by which the server knows the part
   * @param crc32 checksum that the server has for it; empty if it keeps none
   */
  record SentPart(String etag, Optional<String> crc32) {
    /** Separates the two; neither contains it. */
    private static final String BETWEEN = " ";

    /** Returns the part that a state stands for; without a checksum, it is an ETag alone. */
    static SentPart of(String state) {
      int end = state.indexOf(BETWEEN);
      return end < 0
          ? new SentPart(state, Optional.empty())
          : new SentPart(state.substring(0, end), Optional.of(state.substring(end + 1)));
    }

    String state() {
      return etag + crc32.map(BETWEEN::concat).orElse("");
    }

    /** Returns the part without its checksum. */
    SentPart bare() {
      return new SentPart(etag, Optional.empty());
    }

    /** Returns the part in the XML of a request that completes its upload. */
    String completed(int number) {
      return "<Part><ETag>%s</ETag>%s<PartNumber>%d</PartNumber></Part>"
          .formatted(escaped(etag), crc32.map(SentPart::element).orElse(""), number);
    }

    private static String element(String crc32) {
      return "<ChecksumCRC32>" + escaped(crc32) + "</ChecksumCRC32>";
    }

    private static String escaped(String text) {
      return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
  }
}
