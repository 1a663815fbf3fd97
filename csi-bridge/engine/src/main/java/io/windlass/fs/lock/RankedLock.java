package io.windlass.fs.lock;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.BooleanSupplier;

/** A lock that knows its place in the order of locks. */
public final class RankedLock implements Lock {
  private final LockRank rank;
  private final Lock lock;

  /** Whether this thread has the lock already. */
  private final BooleanSupplier held;

  private RankedLock(LockRank rank, Lock lock, BooleanSupplier held) {
    this.rank = rank;
    this.lock = lock;
    this.held = held;
  }

  /** Creates a lock that one thread has at a time. */
  public static RankedLock of(LockRank rank, ReentrantLock lock) {
    return new RankedLock(rank, lock, lock::isHeldByCurrentThread);
  }

  /** Creates the shared lock of a pair. */
  public static RankedLock reading(LockRank rank, ReentrantReadWriteLock lock) {
    return new RankedLock(rank, lock.readLock(), () -> isHeld(lock));
  }

  /** Creates the exclusive lock of a pair. */
  public static RankedLock writing(LockRank rank, ReentrantReadWriteLock lock) {
    return new RankedLock(rank, lock.writeLock(), () -> isHeld(lock));
  }

  private static boolean isHeld(ReentrantReadWriteLock lock) {
    return lock.getReadHoldCount() > 0 || lock.isWriteLockedByCurrentThread();
  }

  /** Returns whether this thread has the lock. */
  public boolean isHeld() {
    return held.getAsBoolean();
  }

  private boolean isInOrder() {
    if (!isHeld()) {
      rank.check();
    }
    return true;
  }

  @Override
  public void lock() {
    assert isInOrder();
    lock.lock();
    assert rank.taken();
  }

  @Override
  public void lockInterruptibly() throws InterruptedException {
    assert isInOrder();
    lock.lockInterruptibly();
    assert rank.taken();
  }

  /** As it never waits, it may be called in any order. */
  @Override
  public boolean tryLock() {
    boolean taken = lock.tryLock();
    assert !taken || rank.taken();
    return taken;
  }

  @Override
  public boolean tryLock(long time, TimeUnit unit) throws InterruptedException {
    assert isInOrder();
    boolean taken = lock.tryLock(time, unit);
    assert !taken || rank.taken();
    return taken;
  }

  @Override
  public void unlock() {
    lock.unlock();
    assert rank.released();
  }

  @Override
  public Condition newCondition() {
    throw new UnsupportedOperationException();
  }
}
