package io.windlass.store.local;

import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;

/**
 * Read-write locks for buckets: many calls may read the names in a bucket, or one may change them.
 * A lock is held while the file system is read or changed, and never while bytes come from a client
 * or go to one. A lock that is not free within 10 seconds gives SlowDown.
 */
final class BucketLocks {
  private static final int STRIPES = 64;
  private static final long PATIENCE_SECONDS = 10;

  private final ReentrantReadWriteLock[] locks = new ReentrantReadWriteLock[STRIPES];

  BucketLocks() {
    Arrays.setAll(locks, _ -> new ReentrantReadWriteLock(true));
  }

  /** Runs the work while nothing changes the bucket. */
  <T> T look(String bucket, Supplier<T> work) {
    return hold(of(bucket).readLock(), work);
  }

  /** Runs the work while nothing else reads or changes the bucket. */
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
