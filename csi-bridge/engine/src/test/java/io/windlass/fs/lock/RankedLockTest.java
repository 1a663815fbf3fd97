package io.windlass.fs.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import org.junit.jupiter.api.Test;

@SuppressWarnings("LockNotBeforeTry") // Who has which lock is what is shown.
class RankedLockTest {
  private final RankedLock file = RankedLock.of(LockRank.FILE, new ReentrantLock());
  private final RankedLock inode = RankedLock.of(LockRank.INODE, new ReentrantLock());
  private final ReentrantReadWriteLock content = new ReentrantReadWriteLock();

  @Test
  void locksAreTakenInTheirOrder() {
    file.lock();
    inode.lock();
    file.lock(); // it has that one already
    file.unlock();
    inode.unlock();
    file.unlock();
    assertThat(file.isHeld()).isFalse();
    inode.lock();
    inode.unlock();
  }

  @Test
  void aLockOfAnEarlierRankIsRefused() {
    inode.lock();
    try {
      assertThatThrownBy(file::lock)
          .isInstanceOf(AssertionError.class)
          .hasMessageContaining("FILE")
          .hasMessageContaining("INODE");
      assertThatThrownBy(LockRank.PATHS::check).isInstanceOf(AssertionError.class);
      assertThat(file.isHeld()).isFalse();
    } finally {
      inode.unlock();
    }
  }

  @Test
  void whoDoesNotWaitMayTryInAnyOrder() {
    inode.lock();
    assertThat(file.tryLock()).isTrue();
    file.unlock();
    inode.unlock();
  }

  @Test
  void aSharedLockHasItsRank() {
    RankedLock reading = RankedLock.reading(LockRank.CONTENT, content);
    inode.lock();
    try {
      assertThatThrownBy(reading::lock).isInstanceOf(AssertionError.class);
    } finally {
      inode.unlock();
    }
    reading.lock();
    assertThatThrownBy(file::lock).isInstanceOf(AssertionError.class);
    reading.unlock();
    assertThat(content.getReadLockCount()).isZero();
  }
}
