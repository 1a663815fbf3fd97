package io.windlass.fs.key;

import io.windlass.fs.FsException;
import io.windlass.fs.lock.LockRank;
import io.windlass.fs.lock.WaitListener;
import io.windlass.fs.lock.Waits;
import io.windlass.linux.Errno;
import io.windlass.operation.Deadline;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Locks on paths. Changes of different names may happen side by side, but no change below a
 * directory while that directory is renamed: a file created there meanwhile would stay behind, and
 * one removed would come back.
 */
public final class PathLocks {
  /** Longest wait before an operation without a deadline checks again. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final Set<Held> all = new HashSet<>();
  private final WaitListener listener;

  /** Creates locks of which none is taken; the listener is told who waits for one. */
  public PathLocks(WaitListener listener) {
    this.listener = listener;
  }

  /** A lock on paths that lasts until it is closed. */
  public final class Held implements AutoCloseable {
    private final List<String> paths;
    private final boolean alone;
    private final Optional<Deadline> until = Deadline.current();

    private Held(List<String> paths, boolean alone) {
      this.paths = paths;
      this.alone = alone;
    }

    /** Returns whether one of {@code others} is one of these paths, or below one. */
    private boolean covers(List<String> others) {
      return paths.stream()
          .anyMatch(path -> others.stream().anyMatch(other -> Keys.isWithin(other, path)));
    }

    private boolean excludes(Held other) {
      return (alone && covers(other.paths)) || (other.alone && other.covers(paths));
    }

    @Override
    public void close() {
      synchronized (PathLocks.this) {
        all.remove(this);
        PathLocks.this.notifyAll();
      }
    }
  }

  /**
   * Takes a shared lock. Waits until no other operation has an exclusive lock on one of these paths
   * or on a directory above.
   */
  public synchronized Held share(List<String> paths) {
    Waits.here();
    LockRank.PATHS.check();
    Held mine = new Held(paths, false);
    await(mine, Held::excludes);
    all.add(mine);
    return mine;
  }

  /** Returns whether {@link #share} would not wait at the moment. */
  public synchronized boolean isFree(String path) {
    Held mine = new Held(List.of(path), false);
    return all.stream().noneMatch(held -> held.excludes(mine));
  }

  /**
   * Takes an exclusive lock. Waits until no other operation has a lock on one of these paths or
   * below, nor an exclusive lock on a directory above. Operations that ask for such a lock later
   * wait for this one.
   */
  public synchronized Held take(List<String> paths) {
    Waits.here();
    LockRank.PATHS.check();
    Held mine = new Held(paths, true);
    await(mine, (held, _) -> held.alone && held.excludes(mine));
    all.add(mine);
    try {
      await(mine, Held::excludes);
      return mine;
    } catch (FsException e) {
      mine.close();
      throw e;
    }
  }

  private interface Exclusion {
    boolean holds(Held held, Held mine);
  }

  private void await(Held mine, Exclusion exclusion) {
    Predicate<Held> inTheWay = held -> held != mine && exclusion.holds(held, mine);
    try {
      for (Optional<Held> other = any(inTheWay); other.isPresent(); other = any(inTheWay)) {
        await(other.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new FsException(
          Errno.EINTR, "interrupted while waiting for another operation on this path");
    }
  }

  private Optional<Held> any(Predicate<Held> which) {
    return all.stream().filter(which).findFirst();
  }

  /**
   * Waits until a lock is released. The deadline of this operation is extended as long as the
   * operation that holds {@code other} makes progress.
   */
  private void await(Held other) throws InterruptedException {
    Duration left = Deadline.leftFor(other.until, LONGEST);
    if (!left.isPositive()) {
      throw new FsException(Errno.EIO, "other operations hold locks on this path for too long");
    }
    listener.waits();
    TimeUnit.NANOSECONDS.timedWait(this, left.toNanos());
  }
}
