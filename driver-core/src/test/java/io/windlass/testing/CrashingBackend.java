package io.windlass.testing;

import io.windlass.store.AccessAdmin;
import io.windlass.store.Backend;
import io.windlass.store.BucketAdmin;
import io.windlass.store.ObjectStore;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A real backend, over which the process dies at a chosen call: just before it is sent, or just
 * after the server did it and before the answer is seen.
 */
public final class CrashingBackend {
  /** On which side of the call. */
  public enum Side {
    BEFORE,
    AFTER
  }

  private static final Set<Class<?>> PLANES =
      Set.of(ObjectStore.class, BucketAdmin.class, AccessAdmin.class);

  private final List<String> calls = new ArrayList<>();
  private final int fatal;
  private final Side side;

  private CrashingBackend(int fatal, Side side) {
    this.fatal = fatal;
    this.side = side;
  }

  /** Dies at call number {@code fatal}, from 1. */
  public static CrashingBackend at(int fatal, Side side) {
    return new CrashingBackend(fatal, side);
  }

  /** {@code real}, with every call to the server counted. */
  public Backend over(Backend real) {
    return proxy(Backend.class, real);
  }

  private <T> T proxy(Class<T> type, Object real) {
    InvocationHandler handler = (proxy, method, arguments) -> invoke(type, real, method, arguments);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private Object invoke(Class<?> type, Object real, Method method, Object[] arguments)
      throws Throwable {
    boolean counted = PLANES.contains(type) && !isPure(method.getName());
    if (counted) {
      calls.add(type.getSimpleName() + "." + method.getName());
      if (calls.size() == fatal && side == Side.BEFORE) {
        throw new Crash("before " + calls.getLast());
      }
    }
    Object result;
    try {
      result = method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      dieAfter(counted);
      throw e.getCause();
    }
    dieAfter(counted);
    return PLANES.contains(method.getReturnType()) ? proxy(method.getReturnType(), result) : result;
  }

  private void dieAfter(boolean counted) {
    if (counted && calls.size() == fatal && side == Side.AFTER) {
      throw new Crash("after " + calls.getLast());
    }
  }

  private static boolean isPure(String method) {
    return Set.of("bucket", "check", "generation", "derive", "derivesKeys", "toString")
        .contains(method);
  }
}
