package io.windlass.store.azure.client;

import io.windlass.http.BodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;

/** The body of one get, which is compared with the checksum where the service states one. */
public final class AzureDownload implements BodyReader.Body {
  private final HttpAnswer answer;
  private final InputStream stream;
  private final Optional<Checksum> checksum;

  /** What the bytes have to add up to, in Base64. */
  private record Checksum(MessageDigest digest, String stated) {
    boolean isRight() {
      return Base64.getEncoder().encodeToString(digest.digest()).equals(stated);
    }
  }

  /**
   * The body of an answer.
   *
   * @param md5 what the service states of the bytes that come, in Base64
   */
  public AzureDownload(HttpAnswer answer, Optional<String> md5) {
    this.answer = answer;
    this.stream = answer.body();
    this.checksum = md5.map(stated -> new Checksum(md5(), stated));
  }

  /** The digest that the service takes and states. */
  static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count = stream.read(into, offset, length);
    if (count > 0) {
      checksum.ifPresent(sum -> sum.digest.update(into, offset, count));
    }
    return count;
  }

  @Override
  public Optional<String> fault() throws IOException {
    if (stream.read() >= 0) {
      return Optional.of("the server sent more than it announced");
    }
    return checksum.map(Checksum::isRight).orElse(true)
        ? Optional.empty()
        : Optional.of("the bytes do not match the checksum that the server stated");
  }

  /** What was not read is given up with its connection. */
  @Override
  public void close(boolean whole) throws IOException {
    stream.close();
    answer.close();
  }
}
