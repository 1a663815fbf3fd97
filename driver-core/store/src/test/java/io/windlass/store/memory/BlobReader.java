package io.windlass.store.memory;

import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectReader;
import java.nio.ByteBuffer;

/** A body from memory. */
public final class BlobReader implements ObjectReader {
  private final ObjectInfo info;
  private final ByteBuffer body;
  private boolean open = true;

  /** All of the body, which nobody changes. */
  public BlobReader(ObjectInfo info, ByteBuffer body) {
    this.info = info;
    this.body = body;
  }

  @Override
  public ObjectInfo info() {
    return info;
  }

  @Override
  public int read(ByteBuffer into) {
    if (!body.hasRemaining()) {
      return -1;
    }
    int count = Math.min(into.remaining(), body.remaining());
    into.put(body.slice(body.position(), count));
    body.position(body.position() + count);
    return count;
  }

  @Override
  public boolean isOpen() {
    return open;
  }

  @Override
  public void close() {
    open = false;
  }
}
