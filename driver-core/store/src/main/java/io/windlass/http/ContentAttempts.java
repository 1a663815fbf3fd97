package io.windlass.http;

import io.windlass.error.DriverException;
import io.windlass.object.Content;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/**
 * Content as the body of a request, which is read from its start for each attempt. Remembers when
 * reading the content failed, which clients take for a failure of the network. May be used by
 * several threads.
 */
public final class ContentAttempts implements AutoCloseable {
  private static final int CHUNK = 64 << 10;

  private final Content content;
  private final List<Attempt> attempts = new CopyOnWriteArrayList<>();

  public ContentAttempts(Content content) {
    this.content = content;
  }

  /** Returns the length of the content in bytes. */
  public long length() {
    return content.length();
  }

  /**
   * Returns the content for another attempt. The client may still read for an attempt that was
   * given up: that takes no bytes of the next one.
   */
  public InputStream next() {
    Attempt attempt = new Attempt(content);
    attempts.add(attempt);
    return attempt;
  }

  /**
   * Reads all of the content into memory; it has to be short.
   *
   * @throws DriverException if the content cannot be read
   */
  public byte[] bytes() {
    byte[] bytes = new byte[(int) content.length()];
    try (InputStream all = next()) {
      if (all.readNBytes(bytes, 0, bytes.length) < bytes.length) {
        throw unreadable(new EOFException("it is shorter than was said"));
      }
      return bytes;
    } catch (IOException e) {
      throw unreadable().orElseGet(() -> unreadable(e));
    }
  }

  /** Takes the bytes of content, piece by piece. */
  public interface Digesting {
    void update(byte[] bytes, int offset, int length);
  }

  /**
   * Reads all of the content once, for checksums that are sent before it.
   *
   * @throws DriverException if the content cannot be read
   */
  public void digest(Digesting digest) {
    byte[] chunk = new byte[CHUNK];
    try (InputStream all = next()) {
      for (int count = all.read(chunk); count >= 0; count = all.read(chunk)) {
        digest.update(chunk, 0, count);
      }
    } catch (IOException e) {
      throw unreadable().orElseGet(() -> unreadable(e));
    }
  }

  /**
   * Makes a call that sends the content.
   *
   * @throws DriverException if the call fails; if the content could not be read, it says so
   */
  public <T> T sending(Supplier<T> call) {
    try {
      return call.get();
    } catch (DriverException e) {
      throw unreadable().orElse(e);
    }
  }

  /** Returns why the content could not be read in one of the attempts, if so. */
  public Optional<DriverException> unreadable() {
    return attempts.stream()
        .flatMap(attempt -> attempt.failure.stream())
        .findFirst()
        .map(ContentAttempts::unreadable);
  }

  /** Returns the error of content that cannot be read. */
  public static DriverException unreadable(Exception cause) {
    return cause instanceof DriverException known
        ? known
        : new DriverException.Unexpected("the bytes to be sent cannot be read", cause);
  }

  /** Ends all attempts: none reads the content after this. */
  @Override
  public void close() {
    attempts.forEach(Attempt::close);
  }

  private static final class Attempt extends InputStream {
    private final Content content;
    private Optional<ReadableByteChannel> open = Optional.empty();
    private boolean closed;
    private volatile Optional<Exception> failure = Optional.empty();

    Attempt(Content content) {
      this.content = content;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public synchronized int read(byte[] into, int offset, int length) throws IOException {
      try {
        if (closed) {
          return -1;
        }
        if (open.isEmpty()) {
          open = Optional.of(content.open());
        }
        return open.get().read(ByteBuffer.wrap(into, offset, length));
      } catch (IOException e) {
        failure = Optional.of(e);
        throw e;
      } catch (RuntimeException e) {
        failure = Optional.of(e);
        throw new IOException(e);
      }
    }

    @Override
    public synchronized void close() {
      closed = true;
      try {
        if (open.isPresent()) {
          open.get().close();
        }
      } catch (IOException e) {
        // read to its end, or given up: nothing is lost
      }
    }
  }
}
