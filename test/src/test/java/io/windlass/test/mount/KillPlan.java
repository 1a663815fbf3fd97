package io.windlass.test.mount;

import io.windlass.testing.TestForm;
import java.util.SplittableRandom;

/**
 * How long and how hard a mount is tried. For more say {@code -Dwindlass.mount.rounds=50}, and to
 * have one again, {@code -Dwindlass.mount.seed=…} with the seed that it printed.
 *
 * @param seed of everything that is chosen at random
 * @param rounds how often something is killed
 * @param deeds what each program does in a round
 */
record KillPlan(long seed, int rounds, int deeds) {
  /** Returns the plan of this form of the tests, in which the long one has so many rounds. */
  static KillPlan ofThisForm(int rounds) {
    return new KillPlan(
        TestForm.seed("windlass.mount.seed", 1),
        TestForm.amount("windlass.mount.rounds", 2, rounds),
        TestForm.amount("windlass.mount.deeds", 1, 4));
  }

  /** Returns what is chosen at random between the rounds. */
  SplittableRandom random() {
    return new SplittableRandom(seed);
  }
}
