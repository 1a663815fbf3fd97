package io.windlass.store.s3.object;

import io.windlass.store.s3.client.S3Checksums;
import java.util.Optional;
import software.amazon.awssdk.services.s3.model.ChecksumAlgorithm;
import software.amazon.awssdk.services.s3.model.ChecksumType;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadRequest;

/**
 * Checksum of an object of parts: CRC32, which each of them is sent with ({@link S3Checksums}). The
 * server keeps it only if it was announced when the upload was started; then the object gets that
 * of its whole content, which the server computes from those of the parts.
 *
 * <p>Nothing is announced for an upload with copied parts: MinIO computes no checksum of what it
 * copies, and refuses the copy. AWS computes one of the whole object all the same. Parts have CRC32
 * and nothing better, because that is what servers take for an upload without announcement.
 */
final class UploadChecksums {
  private UploadChecksums() {}

  /** Announces the checksums of an upload all of whose parts are sent. */
  static CreateMultipartUploadRequest announce(CreateMultipartUploadRequest.Builder request) {
    return request
        .checksumAlgorithm(ChecksumAlgorithm.CRC32)
        .checksumType(ChecksumType.FULL_OBJECT)
        .build();
  }

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

    CompletedPart completed(int number) {
      return CompletedPart.builder()
          .partNumber(number)
          .eTag(etag)
          .checksumCRC32(crc32.orElse(null))
          .build();
    }
  }
}
