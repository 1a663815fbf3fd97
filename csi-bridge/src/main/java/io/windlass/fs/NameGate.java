package io.windlass.fs;

import java.util.List;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Where everybody passes who changes what is at names: not while something around it is being
 * renamed, and not before what is half renamed there is finished.
 */
final class NameGate {
  private final NameLocks locks;
  private final HalfDone halfDone;

  NameGate(NameLocks locks, HalfDone halfDone) {
    this.locks = locks;
    this.halfDone = halfDone;
  }

  /**
   * Does something beside others who change something.
   *
   * @param where is asked again after waiting, as names may lead elsewhere then
   * @param paths of what {@code where} says
   */
  <W, T> T beside(Supplier<W> where, Function<W, List<String>> paths, Function<W, T> work) {
    return pass(locks::share, where, paths, work);
  }

  /** Does something while nobody else changes anything there or below. */
  <W, T> T alone(Supplier<W> where, Function<W, List<String>> paths, Function<W, T> work) {
    return pass(locks::take, where, paths, work);
  }

  private <W, T> T pass(
      Function<List<String>, NameLocks.Held> lock,
      Supplier<W> where,
      Function<W, List<String>> paths,
      Function<W, T> work) {
    while (true) {
      List<String> before = paths.apply(where.get());
      halfDone.settle(before);
      try (NameLocks.Held _ = lock.apply(before)) {
        W now = where.get();
        if (paths.apply(now).equals(before) && halfDone.at(before).isEmpty()) {
          return work.apply(now);
        }
      }
    }
  }
}
