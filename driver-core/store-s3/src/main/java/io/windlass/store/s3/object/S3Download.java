package io.windlass.store.s3.object;

import io.windlass.http.BodyReader;
import io.windlass.store.s3.client.S3Answer;
import java.io.IOException;
import java.io.InputStream;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import software.amazon.awssdk.checksums.DefaultChecksumAlgorithm;
import software.amazon.awssdk.checksums.SdkChecksum;
import software.amazon.awssdk.checksums.spi.ChecksumAlgorithm;
import software.amazon.awssdk.http.AbortableInputStream;

/**
 * The body of one get. At its end it is compared with the checksum that the server declared of it,
 * if it did.
 */
final class S3Download implements BodyReader.Body {
  /**
   * Checksums that are computed, the cheapest first. For the others, xxHash by now, the SDK needs a
   * native library: whoever has such an object gets it without a comparison.
   */
  private static final List<Algorithm> ALGORITHMS =
      List.of(
          ofSdk(DefaultChecksumAlgorithm.CRC32C),
          ofSdk(DefaultChecksumAlgorithm.CRC32),
          new Algorithm("x-amz-checksum-crc64nvme", Crc64Nvme::new),
          ofSdk(DefaultChecksumAlgorithm.MD5),
          ofSdk(DefaultChecksumAlgorithm.SHA1),
          ofSdk(DefaultChecksumAlgorithm.SHA256),
          ofSdk(DefaultChecksumAlgorithm.SHA512));

  private final AbortableInputStream bytes;
  private final Optional<Declared> declared;

  /**
   * An algorithm of checksums.
   *
   * @param header header in which a server states such a checksum
   * @param start begins to compute one
   */
  private record Algorithm(String header, Supplier<SdkChecksum> start) {}

  private static Algorithm ofSdk(ChecksumAlgorithm algorithm) {
    return new Algorithm(
        "x-amz-checksum-" + algorithm.algorithmId().toLowerCase(Locale.ROOT),
        () -> SdkChecksum.forAlgorithm(algorithm));
  }

  /** Checksum that the server has, in Base64, and that of the bytes that were read. */
  private record Declared(String value, SdkChecksum read) {
    boolean isRight() {
      return Base64.getEncoder().encodeToString(read.getChecksumBytes()).equals(value);
    }
  }

  private S3Download(AbortableInputStream bytes, Optional<Declared> declared) {
    this.bytes = bytes;
    this.declared = declared;
  }

  /** Returns the body of an answer with a whole object. */
  static S3Download whole(S3Answer answer) {
    return new S3Download(bytes(answer), declared(answer));
  }

  /** Returns the body of an answer with a part of an object. */
  static S3Download part(S3Answer answer) {
    return new S3Download(bytes(answer), Optional.empty());
  }

  private static AbortableInputStream bytes(S3Answer answer) {
    return answer
        .body()
        .orElseGet(() -> AbortableInputStream.create(InputStream.nullInputStream()));
  }

  private static Optional<Declared> declared(S3Answer answer) {
    return ALGORITHMS.stream()
        .flatMap(algorithm ->
            answer
                .head()
                .firstMatchingHeader(algorithm.header())
                // One of checksums of parts ends in their number, and says nothing of the bytes.
                .filter(value -> !value.contains("-"))
                .map(value -> new Declared(value, algorithm.start().get()))
                .stream())
        .findFirst();
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = bytes.read(into, offset, length);
    if (count > 0) {
      declared.ifPresent(each -> each.read().update(into, offset, count));
    }
    return count;
  }

  @Override
  public Optional<String> fault() throws IOException {
    if (bytes.read() >= 0) {
      return Optional.of("the server sent more than it announced");
    }
    return declared.isEmpty() || declared.get().isRight()
        ? Optional.empty()
        : Optional.of("the bytes do not match the checksum that the server declared");
  }

  /** Aborts the connection unless all was read: reading the rest could take any time. */
  @Override
  public void close(boolean whole) throws IOException {
    if (whole) {
      bytes.close();
    } else {
      bytes.abort();
    }
  }
}
