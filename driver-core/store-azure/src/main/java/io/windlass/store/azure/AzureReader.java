package io.windlass.store.azure;

import com.azure.core.http.HttpResponse;
import io.windlass.store.DriverException;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Optional;

/**
 * The body of one get. The last byte is given out only when the checksum, where the service states
 * one of the whole blob, was found right.
 */
final class AzureReader implements ObjectReader {
  private static final int BOUNCE_BYTES = 64 << 10;

  private final HttpResponse answer;
  private final InputStream stream;
  private final ObjectInfo info;
  private final AzureContainer container;
  private final Optional<Checksum> checksum;
  private byte[] bounce = {};
  private long left;
  private boolean closed;

  /** What the bytes have to add up to, in Base64. */
  private record Checksum(MessageDigest digest, String stated) {}

  /**
   * Over the body of an answer.
   *
   * @param md5 what the service states of the bytes that come, in Base64
   */
  AzureReader(
      HttpResponse answer, ObjectInfo info, AzureContainer container, Optional<String> md5) {
    this.answer = answer;
    this.stream = answer.getBodyAsInputStreamSync();
    this.info = info;
    this.container = container;
    this.left = AzureAnswers.length(answer.getHeaders());
    this.checksum = left == 0 ? Optional.empty() : md5.map(AzureReader::checksum);
  }

  private static Checksum checksum(String md5) {
    try {
      return new Checksum(MessageDigest.getInstance("MD5"), md5);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  @Override
  public ObjectInfo info() {
    return info;
  }

  @Override
  public int read(ByteBuffer into) {
    if (closed) {
      throw new IllegalStateException("the reader of " + info.key() + " is closed");
    }
    if (left == 0) {
      return -1;
    }
    if (!into.hasRemaining()) {
      return 0;
    }
    int count = into.hasArray() ? readArray(into) : readDirect(into);
    if (count < 0) {
      throw broken("the server ended it %d bytes early".formatted(left));
    }
    left -= count;
    if (left == 0) {
      end();
    }
    into.position(into.position() + count);
    return count;
  }

  private int readArray(ByteBuffer into) {
    int wanted = (int) Math.min(into.remaining(), left);
    return read(into.array(), into.arrayOffset() + into.position(), wanted);
  }

  private int readDirect(ByteBuffer into) {
    if (bounce.length == 0) {
      bounce = new byte[(int) Math.min(left, BOUNCE_BYTES)];
    }
    int wanted = (int) Math.min(Math.min(into.remaining(), left), bounce.length);
    int count = read(bounce, 0, wanted);
    if (count > 0) {
      into.put(into.position(), bounce, 0, count);
    }
    return count;
  }

  private int read(byte[] into, int offset, int length) {
    try {
      int count = stream.read(into, offset, length);
      if (count > 0) {
        checksum.ifPresent(sum -> sum.digest.update(into, offset, count));
      }
      return count;
    } catch (IOException | UncheckedIOException e) {
      throw container.errors().translate("get", container.target(info.key()), e);
    }
  }

  private void end() {
    boolean right =
        checksum
            .map(sum -> Base64.getEncoder().encodeToString(sum.digest.digest()).equals(sum.stated))
            .orElse(true);
    if (!right) {
      left = 1; // nobody takes this for the end
      throw broken("the bytes do not match the checksum that the server stated");
    }
  }

  private DriverException broken(String how) {
    return new DriverException.Unavailable(
        container.errors().says("get", container.target(info.key()), how), null);
  }

  @Override
  public boolean isOpen() {
    return !closed;
  }

  /** What was not read is given up with its connection. */
  @Override
  public void close() {
    if (closed) {
      return;
    }
    closed = true;
    try {
      stream.close();
    } catch (IOException e) {
      // nothing is lost
    }
    answer.close();
  }
}
