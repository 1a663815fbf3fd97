package io.windlass.fs.testing;

import io.windlass.error.DriverException;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/** Reader of a body with an injected fault. */
final class FaultyReader implements ObjectReader {
  private final ObjectInfo info;
  private final Faults faults;
  private final Optional<Faults.Body> fault;
  private final ByteBuffer body;
  private final int breaksAt;
  private boolean open = true;

  FaultyReader(ObjectInfo info, byte[] content, Faults faults) {
    this.info = info;
    this.faults = faults;
    this.fault = faults.body();
    byte[] sent = content;
    if (fault.isPresent()) {
      sent =
          switch (fault.get()) {
            case SHORT -> Arrays.copyOf(content, content.length / 2);
            case BROKEN -> content;
            case CORRUPT -> corrupt(content);
            case LONG -> Arrays.copyOf(content, content.length + 1);
          };
    }
    this.body = ByteBuffer.wrap(sent);
    this.breaksAt = fault.equals(Optional.of(Faults.Body.BROKEN)) ? content.length / 2 : -1;
  }

  private static byte[] corrupt(byte[] content) {
    byte[] corrupt = content.clone();
    corrupt[corrupt.length / 3] ^= 0x40;
    return corrupt;
  }

  @Override
  public ObjectInfo info() {
    return info;
  }

  @Override
  public int read(ByteBuffer into) {
    faults.waitWhileFrozen();
    if (breaksAt >= 0 && body.position() >= breaksAt) {
      throw new DriverException.Unavailable("the connection broke", null);
    }
    if (!body.hasRemaining()) {
      return -1;
    }
    int count = Math.min(into.remaining(), body.remaining());
    if (fault.equals(Optional.of(Faults.Body.CORRUPT)) && count == body.remaining()) {
      throw new DriverException.Unavailable("the checksum is wrong", null);
    }
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
