package io.windlass.provision;

import io.windlass.error.DriverException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Set of the keys that calls of this process work on. A second call for such a key is refused at
 * once, so no call ever queues behind one that hangs. Claims in the registry keep other processes
 * away.
 */
public final class CallsInFlight {
  private final Set<String> keys = ConcurrentHashMap.newKeySet();

  /** Hold of one call on a key. It may be closed more than once. */
  public interface Entered extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Takes {@code key} until the result is closed.
   *
   * @param key bucket, volume or account, as callers know it: it appears in the message
   * @throws DriverException.Aborted at once, when another call has the key
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
