package io.windlass.test.mount;

import java.util.concurrent.ThreadLocalRandom;

/**
 * How long and how hard a mount is tried. The short form is part of every build; for a long one say
 * {@code -Dwindlass.mount.rounds=50}, and to have one again, {@code -Dwindlass.mount.seed=…} with
 * the seed that it printed.
 *
 * @param seed of everything that is chosen at random
 * @param rounds how often something is killed
 */
record KillPlan(long seed, int rounds) {
  /** Returns the plan of the system properties. */
  static KillPlan fromProperties() {
    return fromProperties(4);
  }

  /** Returns the plan of the system properties, with the given default for the rounds. */
  static KillPlan fromProperties(int rounds) {
    return new KillPlan(
        Long.getLong("windlass.mount.seed", ThreadLocalRandom.current().nextInt(1_000_000)),
        Integer.getInteger("windlass.mount.rounds", rounds));
  }
}
