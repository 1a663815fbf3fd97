package io.windlass.store.gcs;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.backend.BucketSettings;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;

/** A backend whose buckets have a hierarchical namespace unless they are to keep versions. */
final class HierarchicalBuckets {
  private HierarchicalBuckets() {}

  static Backend of(Backend real) {
    return over(Backend.class, real);
  }

  private static <T> T over(Class<T> type, T real) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> {
              if (method.getName().equals("create")
                  && arguments[1] instanceof BucketSettings settings) {
                arguments[1] = settings.withHierarchicalNamespace(!settings.versioning());
              }
              try {
                Object result = method.invoke(real, arguments);
                return result instanceof BucketAdmin admin
                    ? over(BucketAdmin.class, admin)
                    : result;
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            }));
  }
}
