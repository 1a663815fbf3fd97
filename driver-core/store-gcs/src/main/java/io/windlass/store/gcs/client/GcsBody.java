package io.windlass.store.gcs.client;

import com.google.api.client.http.AbstractHttpContent;
import com.google.api.client.json.gson.GsonFactory;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.DriverException;
import io.windlass.http.Checksums;
import io.windlass.http.ContentAttempts;
import io.windlass.object.Content;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.io.UncheckedIOException;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.zip.CRC32C;
import java.util.zip.CheckedInputStream;

/**
 * The content of an object, alone or behind a description of the object: "multipart/related", as
 * "objects/insert" has it. The content is read anew for each attempt.
 */
public final class GcsBody extends AbstractHttpContent {
  private final byte[] head;
  private final byte[] tail;
  private final ContentAttempts content;

  /** Checksum of the last attempt. */
  private final AtomicReference<CRC32C> sum;

  /** A call that sends it. */
  public interface Sending<T> {
    T send() throws IOException;
  }

  private GcsBody(
      String mediaType,
      byte[] head,
      byte[] tail,
      ContentAttempts content,
      AtomicReference<CRC32C> sum) {
    super(mediaType);
    this.head = head;
    this.tail = tail;
    this.content = content;
    this.sum = sum;
  }

  /**
   * Content alone.
   *
   * @throws DriverException.InvalidArgument if the media type cannot be a header
   */
  public static GcsBody of(String contentType, Content content) {
    if (!contentType.matches("[!-~](?:[ -~]*[!-~])?")) {
      throw new DriverException.InvalidArgument("the media type is not printable ASCII");
    }
    return new GcsBody(
        contentType,
        new byte[0],
        new byte[0],
        new ContentAttempts(content),
        new AtomicReference<>(new CRC32C()));
  }

  /** The same content behind a description of its object. */
  public GcsBody describedBy(StorageObject object) {
    String boundary = "windlass-" + UUID.randomUUID();
    String before =
        "--%s\r\nContent-Type: application/json; charset=UTF-8\r\n\r\n".formatted(boundary);
    String between = "\r\n--%s\r\nContent-Type: %s\r\n\r\n".formatted(boundary, getType());
    try {
      String json = GsonFactory.getDefaultInstance().toString(object);
      return new GcsBody(
          "multipart/related; boundary=" + boundary,
          (before + json + between).getBytes(StandardCharsets.UTF_8),
          "\r\n--%s--\r\n".formatted(boundary).getBytes(StandardCharsets.UTF_8),
          content,
          sum);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public long getLength() {
    return head.length + content.length() + tail.length;
  }

  /** Returns the CRC32C of the last attempt. */
  public String crc32c() {
    return Checksums.text(sum.get());
  }

  /** Returns the body for the client of the JDK; each subscription sends all of it. */
  public BodyPublisher publisher() {
    if (getLength() == 0) {
      sum.set(new CRC32C());
      return BodyPublishers.noBody();
    }
    return BodyPublishers.fromPublisher(BodyPublishers.ofInputStream(this::stream), getLength());
  }

  private InputStream stream() {
    CRC32C attempt = new CRC32C();
    sum.set(attempt);
    CheckedInputStream bytes = new CheckedInputStream(content.next(), attempt);
    return new SequenceInputStream(
        Collections.enumeration(
            List.of(new ByteArrayInputStream(head), bytes, new ByteArrayInputStream(tail))));
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    try (InputStream all = stream()) {
      all.transferTo(out);
    }
  }

  /** Makes a call with this body; if the content could not be read, the error says so. */
  public <T> T sent(Sending<T> call) throws IOException {
    try {
      return call.send();
    } catch (IOException e) {
      Optional<DriverException> unreadable = content.unreadable();
      if (unreadable.isPresent()) {
        throw unreadable.get();
      }
      throw e;
    } finally {
      content.close();
    }
  }
}
