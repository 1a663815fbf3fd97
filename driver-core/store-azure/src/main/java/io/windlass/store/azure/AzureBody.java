package io.windlass.store.azure;

import com.azure.core.util.BinaryData;
import io.windlass.store.Content;
import io.windlass.store.DriverException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * Content as the SDK wants it: a stream that goes back to its start for each attempt. Remembers
 * when reading the content failed, which the SDK would take for a failure of the network.
 */
final class AzureBody extends InputStream {
  private final Content content;
  private Optional<ReadableByteChannel> open = Optional.empty();
  private final List<AzureBody> attempts = new CopyOnWriteArrayList<>();
  private volatile Optional<IOException> failure = Optional.empty();

  AzureBody(Content content) {
    this.content = content;
  }

  long length() {
    return content.length();
  }

  /** The body of a request. */
  BinaryData request() {
    return BinaryData.fromStream(this, content.length());
  }

  /** Makes a call with this body; says so when it was the content that failed. */
  <T> T send(Supplier<T> call) {
    try {
      return call.get();
    } catch (DriverException e) {
      throw Stream.concat(Stream.of(this), attempts.stream())
          .flatMap(body -> body.failure.stream())
          .findFirst()
          .<DriverException>map(cause -> unreadable(cause))
          .orElse(e);
    } finally {
      close();
      attempts.forEach(AzureBody::close);
    }
  }

  /**
   * Returns the content for one attempt. The client may still read for an attempt that was given
   * up: it must neither take bytes of the next one nor set it back to the start.
   */
  InputStream forAttempt() {
    AzureBody attempt = new AzureBody(content);
    attempts.add(attempt);
    return attempt;
  }

  private static DriverException unreadable(IOException cause) {
    return new DriverException.Unexpected("the bytes to be sent cannot be read", cause);
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public synchronized int read(byte[] into, int offset, int length) throws IOException {
    try {
      if (open.isEmpty()) {
        open = Optional.of(content.open());
      }
      return open.get().read(ByteBuffer.wrap(into, offset, length));
    } catch (IOException e) {
      failure = Optional.of(e);
      throw e;
    }
  }

  @Override
  public boolean markSupported() {
    return true;
  }

  /** The mark is the start. */
  @Override
  public synchronized void mark(int limit) {}

  @Override
  public synchronized void reset() {
    close();
  }

  /** A read after this starts over. */
  @Override
  public synchronized void close() {
    try {
      if (open.isPresent()) {
        open.get().close();
      }
    } catch (IOException e) {
      // read to its end, or given up: nothing is lost
    }
    open = Optional.empty();
  }
}
