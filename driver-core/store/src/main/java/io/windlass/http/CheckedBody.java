package io.windlass.http;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.security.MessageDigest;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/** The body of one get, compared with the checksum that the server stated, if it stated one. */
public final class CheckedBody implements BodyReader.Body {
  private final InputStream stream;
  private final Closeable answer;
  private final Optional<Stated> checksum;

  /** A checksum that the server stated, and the checksum of the bytes that came. */
  public static final class Stated {
    private final String stated;
    private final ContentAttempts.Digesting digest;
    private final Supplier<String> sum;

    private Stated(String stated, ContentAttempts.Digesting digest, Supplier<String> sum) {
      this.stated = stated;
      this.digest = digest;
      this.sum = sum;
    }

    /** Returns an MD5, stated in Base64. */
    public static Stated md5(String stated) {
      MessageDigest digest = Checksums.md5();
      return new Stated(stated, digest::update, () -> Checksums.text(digest));
    }

    /** Returns a CRC32C, stated in Base64, big-endian. */
    public static Stated crc32c(String stated) {
      CRC32C sum = new CRC32C();
      return new Stated(stated, sum::update, () -> Checksums.text(sum));
    }
  }

  /**
   * Creates the body of an answer.
   *
   * @param answer is closed behind the stream
   * @param checksum of exactly the bytes that come
   */
  public CheckedBody(InputStream stream, Closeable answer, Optional<Stated> checksum) {
    this.stream = stream;
    this.answer = answer;
    this.checksum = checksum;
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
    return checksum.map(sum -> sum.sum.get().equals(sum.stated)).orElse(true)
        ? Optional.empty()
        : Optional.of("the bytes do not match the checksum that the server stated");
  }

  /** Closes the connection if not all was read. */
  @Override
  public void close(boolean whole) throws IOException {
    stream.close();
    answer.close();
  }
}
