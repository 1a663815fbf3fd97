package io.windlass.store.azure;

import com.azure.core.http.HttpResponse;
import io.windlass.store.BodyReader;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;

/** The body of one get, which is compared with the checksum where the service states one. */
final class AzureDownload implements BodyReader.Body {
  private final HttpResponse answer;
  private final InputStream stream;
  private final Optional<Checksum> checksum;

  /** What the bytes have to add up to, in Base64. */
  private record Checksum(MessageDigest digest, String stated) {
    static Checksum md5(String stated) {
      try {
        return new Checksum(MessageDigest.getInstance("MD5"), stated);
      } catch (NoSuchAlgorithmException e) {
        throw new IllegalStateException(e); // every JDK has it
      }
    }

    boolean isRight() {
      return Base64.getEncoder().encodeToString(digest.digest()).equals(stated);
    }
  }

  /**
   * The body of an answer.
   *
   * @param md5 what the service states of the bytes that come, in Base64
   */
  AzureDownload(HttpResponse answer, Optional<String> md5) {
    this.answer = answer;
    this.stream = answer.getBodyAsInputStreamSync();
    this.checksum = md5.map(Checksum::md5);
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
