package io.windlass.provision;

import io.windlass.store.DriverException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * The keys that calls of this process are working on. A second call for such a key is turned away
 * at once, so nothing ever queues behind a call that hangs. Other processes are kept away by claims
 * in the registry.
 */
public final class CallsInFlight {
  private final Set<String> keys = ConcurrentHashMap.newKeySet();

  /** One call's hold on a key. Closing it twice does no harm. */
  public interface Entered extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Takes {@code key} until the result is closed.
   *
   * @param key what is worked on, as callers know it: it appears in the message
   * @throws DriverException.Aborted at once, when another call has it
   */
  public Entered enter(String key) {
    if (!keys.add(key)) {
      throw new DriverException.Aborted(
          "another call for %s is under way: call again".formatted(key));
    }
    AtomicBoolean left = new AtomicBoolean();
    return () -> {
      if (left.compareAndSet(false, true)) {
        keys.remove(key);
      }
    };
  }
}
