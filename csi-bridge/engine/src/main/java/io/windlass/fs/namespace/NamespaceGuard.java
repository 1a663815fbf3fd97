package io.windlass.fs.namespace;

import io.windlass.fs.key.PathLocks;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Serialises other calls with renames: each waits while a rename around its names is under way. A
 * change first has a rename finished that an earlier process began there.
 */
public final class NamespaceGuard {
  private final PathLocks locks;
  private final RenameRecovery recovery;

  public NamespaceGuard(PathLocks locks, RenameRecovery recovery) {
    this.locks = locks;
    this.recovery = recovery;
  }

  /**
   * Runs a change of names, at the same time as other changes.
   *
   * @param where resolves the names; called again after waiting, because they may lead elsewhere
   *     then
   * @param paths returns the paths of what {@code where} resolved
   */
  public <W, T> T beside(Supplier<W> where, Function<W, List<String>> paths, Function<W, T> work) {
    return pass(locks::share, recovery::at, where, paths, work);
  }

  /**
   * Runs a change of what is at a path itself, such as its mode, at the same time as other changes.
   * Waits for no rename of something below the path.
   */
  public <T> T of(Supplier<String> path, Supplier<T> work) {
    return pass(locks::share, recovery::over, path, List::of, _ -> work.get());
  }

  /** Runs a change of names while nobody else changes anything at its paths or below. */
  public <W, T> T alone(Supplier<W> where, Function<W, List<String>> paths, Function<W, T> work) {
    return pass(locks::take, recovery::at, where, paths, work);
  }

  /**
   * Asks the store what is at a path. Half-way through a rename, objects of a directory are missing
   * at its old name and at its new one.
   *
   * @param path resolves the path; called again after waiting, because it may be another one then
   */
  public <T> T asking(Supplier<String> path, Supplier<T> work) {
    while (true) {
      String before = path.get();
      try (PathLocks.Held _ = locks.share(List.of(before))) {
        if (path.get().equals(before)) {
          return work.get();
        }
      }
    }
  }

  /** Returns whether no rename around a path is under way. Does not wait. */
  public boolean isFree(String path) {
    return locks.isFree(path);
  }

  private <W, T> T pass(
      Function<List<String>, PathLocks.Held> lock,
      Function<List<String>, List<RenameIntentLog.Begun>> unfinished,
      Supplier<W> where,
      Function<W, List<String>> paths,
      Function<W, T> work) {
    while (true) {
      List<String> before = paths.apply(where.get());
      recovery.settle(unfinished.apply(before), before);
      try (PathLocks.Held _ = lock.apply(before)) {
        W now = where.get();
        if (paths.apply(now).equals(before) && unfinished.apply(before).isEmpty()) {
          return work.apply(now);
        }
      }
    }
  }
}
