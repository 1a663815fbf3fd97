package io.windlass.store.s3;

import io.windlass.store.Content;
import io.windlass.store.DriverException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.http.ContentStreamProvider;

/**
 * Body of a request in the form of the SDK: a new stream from the start for each attempt. Remembers
 * that reading the content failed, which the SDK would take for a failure of the network.
 */
final class S3Body implements ContentStreamProvider, AutoCloseable {
  private static final String ANY_TYPE = "application/octet-stream";

  private final Content content;
  private final List<InputStream> open = new ArrayList<>();
  private @Nullable IOException failure;

  S3Body(Content content) {
    this.content = content;
  }

  /** Returns the body for a request. */
  RequestBody request() {
    return RequestBody.fromContentProvider(this, content.length(), ANY_TYPE);
  }

  @Override
  public InputStream newStream() {
    try {
      InputStream stream = new Watched(Channels.newInputStream(content.open()));
      open.add(stream);
      return stream;
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Makes a call with this body; throws {@link DriverException.Unexpected} if the content could not
   * be read.
   */
  <T> T send(Supplier<T> call) {
    try {
      return call.get();
    } catch (DriverException e) {
      throw failure == null ? e : failed(failure);
    }
  }

  private static DriverException failed(IOException e) {
    return new DriverException.Unexpected("the bytes to be sent cannot be read", e);
  }

  @Override
  public void close() {
    for (InputStream stream : open) {
      try {
        stream.close();
      } catch (IOException e) {
        // The stream was read to its end, or is not needed any more: nothing is lost.
      }
    }
    open.clear();
  }

  /** Stream that remembers a failure to read. */
  private final class Watched extends InputStream {
    private final InputStream from;

    Watched(InputStream from) {
      this.from = from;
    }

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      try {
        return from.read(into, offset, length);
      } catch (IOException e) {
        failure = e;
        throw e;
      }
    }

    @Override
    public void close() throws IOException {
      from.close();
    }
  }
}
