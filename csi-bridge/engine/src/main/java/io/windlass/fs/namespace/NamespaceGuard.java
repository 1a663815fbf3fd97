package io.windlass.fs.namespace;

import io.windlass.fs.key.PathLocks;
import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Serialises changes of names with renames: each change waits while a rename around its names is
 * under way, and first has a rename finished that an earlier process began there.
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
    return pass(locks::share, where, paths, work);
  }

  /** Runs a change of names while nobody else changes anything at its paths or below. */
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
