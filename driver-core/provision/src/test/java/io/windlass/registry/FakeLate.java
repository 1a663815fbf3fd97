package io.windlass.registry;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.error.DriverException;
import io.windlass.store.ObjectStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Fake of a server some of whose answers do not know a bucket that was made a moment ago: AWS, in
 * terraform-provider-aws, issues 33717 and 49853. Here it is the first ones after its first
 * creation, of those about the bucket and of those about its objects.
 */
final class FakeLate {
  private final int late;
  private final AtomicInteger buckets = new AtomicInteger();
  private final AtomicInteger objects = new AtomicInteger();
  private boolean made;

  private FakeLate(int late) {
    this.late = late;
  }

  /** Returns a backend that knows its first new bucket so many answers too late. */
  static Backend over(Backend real, int late) {
    return new FakeLate(late).wrap(Backend.class, real);
  }

  private <T> T wrap(Class<T> type, Object real) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> call(real, method, arguments)));
  }

  private Object call(Object real, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("exists") && buckets.getAndDecrement() > 0) {
      return false;
    }
    if (real instanceof ObjectStore store
        && !method.getName().equals("bucket")
        && objects.getAndDecrement() > 0) {
      throw new DriverException.NoSuchBucket("no bucket " + store.bucket(), null);
    }
    Object answer = invoke(real, method, arguments);
    if (method.getName().equals("create") && !made) {
      made = true;
      buckets.set(late);
      objects.set(late);
    }
    return switch (answer) {
      case ObjectStore store -> wrap(ObjectStore.class, store);
      case BucketAdmin admin -> wrap(BucketAdmin.class, admin);
      case null, default -> answer;
    };
  }

  private static Object invoke(Object real, Method method, Object[] arguments) throws Throwable {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }
}
