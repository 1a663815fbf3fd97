package io.windlass.testing.crash;

import io.windlass.access.AccessAdmin;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketAdmin;
import io.windlass.store.InterceptedStore;
import io.windlass.store.ObjectStore;
import io.windlass.store.StoreCall;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * Real backend with a trap: at a chosen call, just before it is sent or after the server did it and
 * before the answer is seen, the process dies or another caller acts.
 */
public final class TrapBackend {
  /** On which side of the call. */
  public enum Side {
    BEFORE,
    AFTER
  }

  /** Number of the chosen call where the trap is to be tried at each. */
  private static final int EVERY = -1;

  private static final Set<Class<?>> PLANES = Set.of(BucketAdmin.class, AccessAdmin.class);

  /** Action at the chosen call; it gets the name of the call. */
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

  /** Returns one that throws a {@link Crash} at call number {@code fatal}; the first is 1. */
  public static TrapBackend crashing(int fatal, Side side) {
    return new TrapBackend(
        fatal,
        side,
        call -> {
          throw new Crash(side + " " + call);
        });
  }

  /**
   * Returns one that runs {@code meanwhile} at call number {@code chosen} and goes on; the first is
   * 1.
   */
  public static TrapBackend pausing(int chosen, Side side, Runnable meanwhile) {
    return new TrapBackend(chosen, side, call -> meanwhile.run());
  }

  /**
   * Returns one that does not send the calls of one name, and throws {@code failure} instead.
   *
   * @param name name of the plane and the method, as in {@code AccessAdmin.grant}
   */
  public static TrapBackend refusing(String name, RuntimeException failure) {
    return new TrapBackend(
        EVERY,
        Side.BEFORE,
        call -> {
          if (call.equals(name)) {
            throw failure;
          }
        });
  }

  /** Returns one that only counts. */
  public static TrapBackend counting() {
    return pausing(Integer.MAX_VALUE, Side.BEFORE, () -> {});
  }

  /**
   * Returns how often each call was made since this was asked last, by the name of the plane and
   * the method, as in {@code AccessAdmin.grant}.
   */
  public synchronized Map<String, Long> taken() {
    Map<String, Long> taken =
        calls.stream()
            .collect(Collectors.groupingBy(call -> call, TreeMap::new, Collectors.counting()));
    calls.clear();
    return taken;
  }

  /** Returns the number of calls so far. */
  public synchronized int calls() {
    return calls.size();
  }

  /** Backend that makes several requests for one call: each request is counted too. */
  public interface InSteps extends Backend {
    /**
     * Returns this backend with its requests made through {@link #over(Class, Object)} of the trap.
     */
    Backend through(TrapBackend trap);
  }

  /** Returns {@code real} with each call to the server counted. */
  public Backend over(Backend real) {
    Backend trapped = real instanceof InSteps several ? several.through(this) : real;
    return proxy(Backend.class, trapped, false);
  }

  /** Returns the object by which a backend makes its requests, with each request counted. */
  public <T> T over(Class<T> type, T requests) {
    return proxy(type, requests, true);
  }

  private <T> T proxy(Class<T> type, Object real, boolean asks) {
    InvocationHandler handler =
        (_, method, arguments) ->
            invoke(asks && !isPure(method.getName()), type, real, method, arguments);
    return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
  }

  private Object invoke(
      boolean counted, Class<?> type, Object real, Method method, Object[] arguments)
      throws Throwable {
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
    if (result instanceof ObjectStore store) {
      return new InterceptedStore(store, this::request);
    }
    return PLANES.contains(method.getReturnType())
        ? proxy(method.getReturnType(), result, true)
        : result;
  }

  private <T> T request(StoreCall call, Supplier<T> next) {
    int number = count("ObjectStore." + call.operation());
    springIf(Side.BEFORE, number);
    T result;
    try {
      result = next.get();
    } catch (RuntimeException e) {
      springIf(Side.AFTER, number);
      throw e;
    }
    springIf(Side.AFTER, number);
    return result;
  }

  /** Calls may come from several threads. */
  private synchronized int count(String call) {
    calls.add(call);
    return calls.size();
  }

  private void springIf(Side now, int number) {
    boolean here = chosen == EVERY ? number > 0 : number == chosen;
    if (here && side == now) {
      trap.spring(call(number));
    }
  }

  private synchronized String call(int number) {
    return calls.get(number - 1);
  }

  private static boolean isPure(String method) {
    return Set.of("check", "generation", "derive", "replaced", "derivesKeys", "toString")
        .contains(method);
  }
}
