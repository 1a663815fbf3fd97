package io.windlass.faults;

import io.windlass.testing.TestForm;

/**
 * How long and how hard a storm is. For a longer one say {@code -Dwindlass.storm.iterations=200},
 * and to have one again, {@code -Dwindlass.storm.seed=…} with the seed that it printed.
 *
 * @param seed of everything that is chosen at random
 * @param clients how many there are at the same time
 * @param iterations deeds of each
 * @param strikes trouble strikes at least so often, however soon the clients are done
 */
public record StormPlan(long seed, int clients, int iterations, int strikes) {
  private static final StormPlan GATE = new StormPlan(7, 4, 6, 2);

  /** Returns the plan of the gate, or of the long form one with a seed that is drawn. */
  public static StormPlan ofForm(int clients, int iterations, int strikes) {
    return ofForm(GATE, clients, iterations, strikes);
  }

  /** The same with another plan for the gate. */
  static StormPlan ofForm(StormPlan gate, int clients, int iterations, int strikes) {
    return new StormPlan(
        TestForm.seed("windlass.storm.seed", gate.seed),
        TestForm.amount("windlass.storm.clients", gate.clients, clients),
        TestForm.amount("windlass.storm.iterations", gate.iterations, iterations),
        TestForm.amount("windlass.storm.strikes", gate.strikes, strikes));
  }
}
