package io.windlass.store.gcs;

import com.google.api.client.http.AbstractHttpContent;
import io.windlass.store.Content;
import io.windlass.store.DriverException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.zip.CRC32C;

/**
 * The resource of an object and its content in one body: "multipart/related", as "objects/insert"
 * has it. The content is read anew for each attempt.
 */
final class GcsBody extends AbstractHttpContent {
  private final byte[] head;
  private final byte[] tail;
  private final Content content;
  private final List<Attempt> attempts = new CopyOnWriteArrayList<>();

  /** A call that sends it. */
  interface Sending<T> {
    T send() throws IOException;
  }

  private GcsBody(String boundary, byte[] resource, String contentType, Content content) {
    super("multipart/related; boundary=" + boundary);
    this.content = content;
    byte[] before =
        "--%s\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n"
            .formatted(boundary)
            .getBytes(StandardCharsets.UTF_8);
    byte[] between =
        "\r\n--%s\r\nContent-Type: %s\r\n\r\n"
            .formatted(boundary, contentType)
            .getBytes(StandardCharsets.UTF_8);
    this.head =
        ByteBuffer.allocate(before.length + resource.length + between.length)
            .put(before)
            .put(resource)
            .put(between)
            .array();
    this.tail = "\r\n--%s--\r\n".formatted(boundary).getBytes(StandardCharsets.UTF_8);
  }

  static GcsBody of(byte[] resource, String contentType, Content content) {
    return new GcsBody("windlass-" + UUID.randomUUID(), resource, contentType, content);
  }

  @Override
  public long getLength() {
    return head.length + content.length() + tail.length;
  }

  /** The CRC32C of what was sent last. */
  String crc32c() {
    return GcsChecksum.text(attempts.getLast().sum);
  }

  BodyPublisher publisher() {
    return BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(this::stream), getLength());
  }

  private InputStream stream() {
    Attempt attempt = new Attempt();
    attempts.add(attempt);
    return new SequenceInputStream(
        Collections.enumeration(
            List.of(new ByteArrayInputStream(head), attempt, new ByteArrayInputStream(tail))));
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (InputStream all = stream()) {
      all.transferTo(out);
    }
  }

  /** Makes a call with this body; says so when it was the content that could not be read. */
  <T> T sent(Sending<T> call) throws IOException {
    try {
      return call.send();
    } catch (IOException e) {
      Optional<Exception> unreadable =
          attempts.stream().flatMap(attempt -> attempt.failure.stream()).findFirst();
      if (unreadable.isPresent()) {
        throw unreadable.get() instanceof DriverException known
            ? known
            : new DriverException.Unexpected(
                "the bytes to be sent cannot be read", unreadable.get());
      }
      throw e;
    } finally {
      attempts.forEach(Attempt::close);
    }
  }

  /**
   * The content for one attempt. The client may still read for an attempt that was given up: it
   * must not take bytes of the next one.
   */
  private final class Attempt extends InputStream {
    private final CRC32C sum = new CRC32C();
    private Optional<ReadableByteChannel> open = Optional.empty();
    private boolean closed;
    private volatile Optional<Exception> failure = Optional.empty();

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
        int count = open.get().read(ByteBuffer.wrap(into, offset, length));
        if (count > 0) {
          sum.update(into, offset, count);
        }
        return count;
      } catch (IOException e) {
        failure = Optional.of(e);
        throw e;
      } catch (RuntimeException e) {
        failure = Optional.of(e);
        throw new IOException(e);
      }
    }

    /** It is not read again after this. */
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
