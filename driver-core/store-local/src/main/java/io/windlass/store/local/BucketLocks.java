package io.windlass.store.local;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Locks by bucket: many may look at what its names stand for, one may change it. Held for a few
 * system calls, never while bytes come from a client or go to one.
 */
final class BucketLocks {
  private static final int STRIPES = 64;
  private static final long PATIENCE_SECONDS = 10;

  private final ReentrantReadWriteLock[] locks = new ReentrantReadWriteLock[STRIPES];

  BucketLocks() {
    Arrays.setAll(locks, _ -> new ReentrantReadWriteLock(true));
  }

  /** Looks while nothing changes. */
  <T> T look(String bucket, Supplier<T> work) {
    return hold(of(bucket).readLock(), work);
  }

  /** Changes while nobody else looks. */
  <T> T change(String bucket, Supplier<T> work) {
    return hold(of(bucket).writeLock(), work);
  }

  private ReentrantReadWriteLock of(String bucket) {
    return locks[Math.floorMod(bucket.hashCode(), STRIPES)];
  }

  private static <T> T hold(Lock lock, Supplier<T> work) {
    try {
      if (!lock.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
        throw Refusal.slowDown();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Refusal.slowDown();
    }
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
