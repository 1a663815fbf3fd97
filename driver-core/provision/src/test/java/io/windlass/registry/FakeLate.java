package io.windlass.registry;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.error.DriverException;
import io.windlass.store.ObjectStore;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Fake of a server some of whose answers do not know a bucket that was made a moment ago: AWS, in
 * terraform-provider-aws, issues 33717 and 49853. Here it is some of the first ones after its first
 * creation, of those about the bucket and of those about its objects.
 */
final class FakeLate {
  private final Answers buckets;
  private final Answers objects;
  private boolean made;

  private FakeLate(List<Boolean> buckets, List<Boolean> objects) {
    this.buckets = new Answers(buckets);
    this.objects = new Answers(objects);
  }

  /** Which of the first answers after the creation know the bucket; all later ones do. */
  private static final class Answers {
    private final List<Boolean> known;
    private final AtomicInteger next = new AtomicInteger(Integer.MIN_VALUE);

    Answers(List<Boolean> known) {
      this.known = known;
    }

    void begin() {
      next.set(0);
    }

    boolean isLate() {
      int number = next.getAndIncrement();
      return number >= 0 && number < known.size() && !known.get(number);
    }
  }

  /** Returns a backend that knows its first new bucket so many answers too late. */
  static Backend over(Backend real, int late) {
    List<Boolean> unknown = Collections.nCopies(late, false);
    return over(real, unknown, unknown);
  }

  /**
   * Returns a backend some of whose answers, by turns, know its first new bucket.
   *
   * @param buckets of the first questions about the bucket, those that know it
   * @param objects of the first requests for its objects, those that know it
   */
  static Backend over(Backend real, List<Boolean> buckets, List<Boolean> objects) {
    return new FakeLate(buckets, objects).wrap(Backend.class, real);
  }

  private <T> T wrap(Class<T> type, Object real) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> call(real, method, arguments)));
  }

  private Object call(Object real, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("exists") && buckets.isLate()) {
      return false;
    }
    if (real instanceof ObjectStore store
        && !method.getName().equals("bucket")
        && objects.isLate()) {
      throw new DriverException.NoSuchBucket("no bucket " + store.bucket(), null);
    }
    Object answer = invoke(real, method, arguments);
    if (method.getName().equals("create") && !made) {
      made = true;
      buckets.begin();
      objects.begin();
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
