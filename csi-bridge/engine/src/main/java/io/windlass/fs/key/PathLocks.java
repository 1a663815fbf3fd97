package io.windlass.fs.key;

import io.windlass.fs.FsException;
import io.windlass.fs.write.Waits;
import io.windlass.store.Deadline;
import io.windlass.store.Errno;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Lets what is at names be changed side by side, but nothing in a directory while that is renamed:
 * what was made there meanwhile would stay behind, and what was removed would come back.
 */
public final class PathLocks {
  /** Whoever has no deadline looks again after that. */
  private static final Duration LONGEST = Duration.ofMinutes(1);

  private final Set<Held> all = new HashSet<>();

  /** Paths that are in use until this is closed. */
  public final class Held implements AutoCloseable {
    private final List<String> paths;
    private final boolean alone;
    private final Optional<Deadline> until = Deadline.current();

    private Held(List<String> paths, boolean alone) {
      this.paths = paths;
      this.alone = alone;
    }

    /** Whether one of {@code others} is one of these, or below. */
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

  /** Waits until nobody has these, or something around them, alone. */
  public synchronized Held share(List<String> paths) {
    Waits.here();
    Held mine = new Held(paths, false);
    await(mine, Held::excludes);
    all.add(mine);
    return mine;
  }

  /** Waits until nobody uses these or anything below them. Who wants to after this waits for it. */
  public synchronized Held take(List<String> paths) {
    Waits.here();
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
      throw new FsException(Errno.EINTR, "interrupted while something else is renamed");
    }
  }

  private Optional<Held> any(Predicate<Held> which) {
    return all.stream().filter(which).findFirst();
  }

  /** Waits until something changes; for another who comes forward as long as for oneself. */
  private void await(Held other) throws InterruptedException {
    Duration left = Deadline.leftFor(other.until, LONGEST);
    if (!left.isPositive()) {
      throw new FsException(Errno.EIO, "what is around it is being changed for too long");
    }
    TimeUnit.NANOSECONDS.timedWait(this, left.toNanos());
  }
}
