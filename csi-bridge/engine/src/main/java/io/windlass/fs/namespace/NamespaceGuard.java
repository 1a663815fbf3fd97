package io.windlass.fs.namespace;

import io.windlass.fs.key.PathLocks;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Lets changes of names through: each waits while something around its names is being renamed, and
 * has what is half renamed there finished first.
 */
public final class NamespaceGuard {
  private final PathLocks locks;
  private final RenameRecovery recovery;

  public NamespaceGuard(PathLocks locks, RenameRecovery recovery) {
    this.locks = locks;
    this.recovery = recovery;
  }

  /**
   * Does something beside others who change something.
   *
   * @param where is asked again after waiting, as names may lead elsewhere then
   * @param paths of what {@code where} says
   */
  public <W, T> T beside(Supplier<W> where, Function<W, List<String>> paths, Function<W, T> work) {
    return pass(locks::share, where, paths, work);
  }

  /** Does something while nobody else changes anything there or below. */
  public <W, T> T alone(Supplier<W> where, Function<W, List<String>> paths, Function<W, T> work) {
    return pass(locks::take, where, paths, work);
  }

  private <W, T> T pass(
      Function<List<String>, PathLocks.Held> lock,
      Supplier<W> where,
      Function<W, List<String>> paths,
      Function<W, T> work) {
    while (true) {
      List<String> before = paths.apply(where.get());
      recovery.settle(before);
      try (PathLocks.Held _ = lock.apply(before)) {
        W now = where.get();
        if (paths.apply(now).equals(before) && recovery.at(before).isEmpty()) {
          return work.apply(now);
        }
      }
    }
  }
}
