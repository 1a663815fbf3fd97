package io.windlass.observe;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.windlass.store.AccessAdmin;
import io.windlass.store.Backend;
import io.windlass.store.BucketAdmin;
import io.windlass.store.BucketLocation;
import io.windlass.store.Capabilities;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ObjectStore;
import io.windlass.store.Protocol;
import io.windlass.store.StoreCall;
import io.windlass.store.StoreException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * A backend whose calls are timed: {@code windlass.backend.call}, by backend, operation and outcome
 * ({@code ok}, or the name of the {@link StoreException}). Reading an object counts until the
 * answer begins.
 */
public final class TimedBackend implements Backend {
  private final Backend backend;
  private final MeterRegistry meters;
  private final BucketAdmin buckets;
  private final AccessAdmin access;

  public TimedBackend(Backend backend, MeterRegistry meters) {
    this.backend = backend;
    this.meters = meters;
    this.buckets = timed(BucketAdmin.class, "buckets", backend.buckets());
    this.access = timed(AccessAdmin.class, "access", backend.access());
  }

  @Override
  public String name() {
    return backend.name();
  }

  @Override
  public Protocol protocol() {
    return backend.protocol();
  }

  @Override
  public Capabilities capabilities() {
    return backend.capabilities();
  }

  @Override
  public BucketAdmin buckets() {
    return buckets;
  }

  @Override
  public AccessAdmin access() {
    return access;
  }

  @Override
  public ObjectStore objects(String bucket) {
    return new InterceptedStore(backend.objects(bucket), this::timed);
  }

  @Override
  public BucketLocation locate(String bucket) {
    return backend.locate(bucket);
  }

  @Override
  public void ping() {
    long start = System.nanoTime();
    String outcome = "ok";
    try {
      backend.ping();
    } catch (RuntimeException e) {
      outcome = outcome(e);
      throw e;
    } finally {
      record("ping", outcome, start);
    }
  }

  @Override
  public void close() {
    backend.close();
  }

  private <T> T timed(StoreCall call, Supplier<T> next) {
    long start = System.nanoTime();
    String outcome = "ok";
    try {
      return next.get();
    } catch (Throwable e) {
      outcome = outcome(e);
      throw e;
    } finally {
      record("objects." + call.operation(), outcome, start);
    }
  }

  /** Methods without parameters only tell what is known already. */
  private <T> T timed(Class<T> type, String group, T target) {
    InvocationHandler handler =
        (_, method, arguments) -> {
          if (method.getParameterCount() == 0 || method.getDeclaringClass() == Object.class) {
            return invoke(target, method, arguments);
          }
          long start = System.nanoTime();
          String outcome = "ok";
          try {
            return invoke(target, method, arguments);
          } catch (Throwable e) {
            outcome = outcome(e);
            throw e;
          } finally {
            record(group + "." + method.getName(), outcome, start);
          }
        };
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private static Object invoke(Object target, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(target, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private static String outcome(Throwable failure) {
    return failure instanceof StoreException
        ? failure.getClass().getSimpleName()
        : StoreException.Unexpected.class.getSimpleName();
  }

  private void record(String operation, String outcome, long start) {
    Timer.builder("windlass.backend.call")
        .description("Calls to backends")
        .tag("backend", backend.name())
        .tag("operation", operation)
        .tag("outcome", outcome)
        .register(meters)
        .record(System.nanoTime() - start, TimeUnit.NANOSECONDS);
  }
}
