package io.windlass.faults;

import java.util.concurrent.ThreadLocalRandom;

/**
 * How long and how hard a storm is. The short form is part of every build; for a long one say
 * {@code -Dwindlass.storm.iterations=200}, and to have one again, {@code -Dwindlass.storm.seed=…}
 * with the seed that it printed.
 *
 * @param seed of everything that is chosen at random
 * @param clients how many there are at the same time
 * @param iterations deeds of each
 * @param strikes trouble strikes at least so often, however soon the clients are done
 */
record StormPlan(long seed, int clients, int iterations, int strikes) {

  /** Returns the plan of the system properties, with the given defaults. */
  static StormPlan fromProperties(int clients, int iterations, int strikes) {
    return new StormPlan(
        Long.getLong("windlass.storm.seed", ThreadLocalRandom.current().nextInt(1_000_000)),
        Integer.getInteger("windlass.storm.clients", clients),
        Integer.getInteger("windlass.storm.iterations", iterations),
        Integer.getInteger("windlass.storm.strikes", strikes));
  }
}
