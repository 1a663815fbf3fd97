package io.windlass.provision.iam;

import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.store.InterceptedStore.Interceptor;
import io.windlass.store.StoreCall;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.function.Supplier;

/** Lets a server say that it answers a get so much later. */
record LaterAnswers(Duration by) implements Interceptor {
  @Override
  @SuppressWarnings("unchecked") // a get answers with any reader
  public <T> T call(StoreCall call, Supplier<T> next) {
    T answer = next.get();
    return answer instanceof ObjectReader reader ? (T) new LaterReader(reader, by) : answer;
  }

  private record LaterReader(ObjectReader reader, Duration by) implements ObjectReader {
    @Override
    public ObjectInfo info() {
      ObjectInfo info = reader.info();
      return new ObjectInfo(
          info.key(),
          info.size(),
          info.revision(),
          info.version(),
          info.lastModified(),
          info.observedAt().plus(by),
          info.metadata(),
          info.properties());
    }

    @Override
    public int read(ByteBuffer into) {
      return reader.read(into);
    }

    @Override
    public boolean isOpen() {
      return reader.isOpen();
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
