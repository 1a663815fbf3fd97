package io.windlass.fake.gcs;

import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiPredicate;

/**
 * Faults on demand: each happens once, to the first request that matches. Beside them, the fake can
 * be frozen.
 */
public final class Faults {
  private record Planned(BiPredicate<String, String> meant, Misbehaviour misbehaviour) {}

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition thawed = lock.newCondition();
  private final List<Planned> planned = new ArrayList<>();
  private boolean frozen;

  Faults() {}

  /** Adds a fault for the next request with this method whose target contains this text. */
  public void next(String method, String target, Misbehaviour misbehaviour) {
    next((m, t) -> m.equals(method) && t.contains(target), misbehaviour);
  }

  /**
   * Adds a fault for the next request whose method and target (path and query as received) match.
   */
  public void next(BiPredicate<String, String> meant, Misbehaviour misbehaviour) {
    lock.lock();
    try {
      planned.add(new Planned(meant, misbehaviour));
    } finally {
      lock.unlock();
    }
  }

  /** Returns the number of faults that have not happened yet. */
  public int left() {
    lock.lock();
    try {
      return planned.size();
    } finally {
      lock.unlock();
    }
  }

  /** Takes requests and begins none of them, as a process that is stopped. */
  public void freeze() {
    lock.lock();
    try {
      frozen = true;
    } finally {
      lock.unlock();
    }
  }

  /** Goes on after {@link #freeze}, with the requests that came meanwhile, too. */
  public void thaw() {
    lock.lock();
    try {
      frozen = false;
      thawed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  void awaitThaw() throws InterruptedException {
    lock.lock();
    try {
      while (frozen) {
        thawed.await();
      }
    } finally {
      lock.unlock();
    }
  }

  Optional<Misbehaviour> take(String method, String target) {
    lock.lock();
    try {
      for (Iterator<Planned> all = planned.iterator(); all.hasNext(); ) {
        Planned each = all.next();
        if (each.meant().test(method, target)) {
          all.remove();
          return Optional.of(each.misbehaviour());
        }
      }
      return Optional.empty();
    } finally {
      lock.unlock();
    }
  }
}
