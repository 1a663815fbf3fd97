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
 * A real backend with a trap: at a chosen call something happens, just before it is sent or just
 * after the server did it and before the answer is seen. The process dies, or somebody else comes.
 */
public final class TrapBackend {
  /** On which side of the call. */
  public enum Side {
    BEFORE,
    AFTER
  }

  private static final Set<Class<?>> PLANES =
      Set.of(ObjectStore.class, BucketAdmin.class, AccessAdmin.class);

  /** What happens; it is told the call. */
  private interface Trap {
    void spring(String call);
  }

  private final List<String> calls = new ArrayList<>();
  private final int chosen;
  private final Side side;
  private final Trap trap;

  private TrapBackend(int chosen, Side side, Trap trap) {
    this.chosen = chosen;
    this.side = side;
    this.trap = trap;
  }

  /** Throws a {@link Crash} at call number {@code fatal}, from 1. */
  public static TrapBackend crashing(int fatal, Side side) {
    return new TrapBackend(
        fatal,
        side,
        call -> {
          throw new Crash(side + " " + call);
        });
  }

  /** Does something else at call number {@code chosen}, from 1, and goes on. */
  public static TrapBackend pausing(int chosen, Side side, Runnable meanwhile) {
    return new TrapBackend(chosen, side, call -> meanwhile.run());
  }

  /** How many calls there were. */
  public synchronized int calls() {
    return calls.size();
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
    int number = counted ? count(type.getSimpleName() + "." + method.getName()) : 0;
    springIf(Side.BEFORE, number);
    Object result;
    try {
      result = method.invoke(real, arguments);
    } catch (InvocationTargetException e) {
      springIf(Side.AFTER, number);
      throw e.getCause();
    }
    springIf(Side.AFTER, number);
    return PLANES.contains(method.getReturnType()) ? proxy(method.getReturnType(), result) : result;
  }

  /** Calls may come from several threads. */
  private synchronized int count(String call) {
    calls.add(call);
    return calls.size();
  }

  private void springIf(Side now, int number) {
    if (number == chosen && side == now) {
      trap.spring(call(number));
    }
  }

  private synchronized String call(int number) {
    return calls.get(number - 1);
  }

  private static boolean isPure(String method) {
    return Set.of("bucket", "check", "generation", "derive", "derivesKeys", "toString")
        .contains(method);
  }
}
