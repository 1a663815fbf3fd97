package io.windlass.store.memory;

import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.error.StoreErrors;
import io.windlass.http.BodyReader;
import io.windlass.object.ByteRange;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ReadableByteChannel;
import java.util.List;
import java.util.Optional;

/** Bodies of objects as buffers that begin at 0 and end at their capacity. */
public final class Bodies {
  private Bodies() {}

  /** All of the content. */
  public static ByteBuffer of(Content content) {
    ByteBuffer bytes = ByteBuffer.allocate(Math.toIntExact(content.length()));
    try (ReadableByteChannel from = content.open()) {
      while (bytes.hasRemaining() && from.read(bytes) >= 0) {
        // read all
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.clear();
  }

  /** One after the other. */
  public static ByteBuffer join(List<ByteBuffer> parts) {
    ByteBuffer joined = ByteBuffer.allocate(parts.stream().mapToInt(ByteBuffer::capacity).sum());
    parts.forEach(part -> joined.put(part.duplicate()));
    return joined.clear();
  }

  /** A range, which is cut at the end. */
  public static ByteBuffer range(ByteBuffer body, ByteRange range) {
    if (range.offset() >= body.capacity()) {
      throw new DriverException.InvalidArgument("the range begins behind the end");
    }
    int offset = (int) range.offset();
    return body.slice(offset, (int) Math.min(range.length(), body.capacity() - offset));
  }

  /** Reads a body that nobody changes. */
  public static ObjectReader reader(ObjectInfo info, ByteBuffer body) {
    StoreErrors errors = new StoreErrors("memory", Failure::unanswered);
    return new BodyReader(info, body.remaining(), new InMemory(body), errors, info.key());
  }

  private record InMemory(ByteBuffer body) implements BodyReader.Body {
    @Override
    public int read(byte[] into, int offset, int length) {
      int count = Math.min(length, body.remaining());
      body.get(into, offset, count);
      return count;
    }

    @Override
    public Optional<String> fault() {
      return Optional.empty();
    }

    @Override
    public void close(boolean whole) {}
  }
}
