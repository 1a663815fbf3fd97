package io.windlass.testing;

import io.windlass.access.AccessAdmin;
import io.windlass.access.BucketLocation;
import io.windlass.access.Protocol;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.Timing;
import io.windlass.backend.Trust;
import io.windlass.store.Capabilities;
import io.windlass.store.ObjectStore;
import io.windlass.store.memory.MemoryBackend;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/**
 * Real backend with its registries, whose names begin with {@code registry}, in memory. Most
 * requests of the driver are for records; tests that make ten thousands of them take a tenth of the
 * time so.
 */
public final class RegistryInMemory implements Backend {
  private final Backend real;
  private final MemoryBackend memory = new MemoryBackend();

  private RegistryInMemory(Backend real) {
    this.real = real;
  }

  /** Returns the backend, which is closed with the real one. */
  public static Backend over(Backend real) {
    return new RegistryInMemory(real);
  }

  private Backend of(String bucket) {
    return bucket.startsWith("registry") ? memory : real;
  }

  @Override
  public BucketAdmin buckets() {
    return (BucketAdmin)
        Proxy.newProxyInstance(
            BucketAdmin.class.getClassLoader(),
            new Class<?>[] {BucketAdmin.class},
            (_, method, arguments) -> {
              Backend asked = arguments[0] instanceof String bucket ? of(bucket) : real;
              try {
                return method.invoke(asked.buckets(), arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Override
  public ObjectStore objects(String bucket) {
    return of(bucket).objects(bucket);
  }

  @Override
  public String name() {
    return real.name();
  }

  @Override
  public Protocol protocol() {
    return real.protocol();
  }

  @Override
  public Capabilities capabilities() {
    return real.capabilities();
  }

  @Override
  public Trust trust() {
    return Trust.KNOWN;
  }

  @Override
  public Timing timing() {
    return real.timing();
  }

  @Override
  public AccessAdmin access() {
    return real.access();
  }

  @Override
  public BucketLocation locate(String bucket) {
    return real.locate(bucket);
  }

  @Override
  public void ping() {
    real.ping();
  }

  @Override
  public void close() {
    real.close();
  }
}
