package io.windlass.trial;

import java.util.Optional;

/**
 * What a server does with the conditions of one way to write.
 *
 * @param made of those at once that were to make an object
 * @param changed of those at once that were to change it
 * @param stale of one on condition of the state before
 */
record Conditions(Race made, Race changed, Race stale) {
  /**
   * Returns why these conditions do not hold; empty if they do.
   *
   * @param way the way to write, in the plural
   */
  Optional<String> fault(String way) {
    if (made.isRefused() || changed.isRefused()) {
      return Optional.of(
          "conditional %s are refused: the server knows no conditions".formatted(way));
    }
    if (made.won() == 0 || changed.won() == 0) {
      return Optional.of(
          ("conditional %s are refused though the condition holds: of %d at once, %d made an object,"
                  + " %d changed it")
              .formatted(way, made.of(), made.won(), changed.won()));
    }
    if (made.won() > 1 || changed.won() > 1) {
      return Optional.of(
          "conditional %s are not atomic: of %d at once, %d made an object, %d changed it"
              .formatted(way, made.of(), made.won(), changed.won()));
    }
    return stale.won() == 0
        ? Optional.empty()
        : Optional.of(
            "conditional %s are not atomic: one on condition of an older state was accepted"
                .formatted(way));
  }
}
