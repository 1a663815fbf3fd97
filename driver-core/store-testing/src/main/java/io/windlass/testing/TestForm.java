package io.windlass.testing;

import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;

/**
 * The two forms of the tests. The gate, {@code ./mvnw verify}, runs on every change: it has few
 * rounds, and seeds that are fixed. The long form, {@code ./mvnw verify -Plong}, has many rounds,
 * and seeds that it draws and prints. System properties set either.
 */
public enum TestForm {
  GATE,
  LONG;

  private static final int SEEDS = 1_000_000;

  /** Drawn once for all tests of a JVM, so that one property brings all of them back. */
  private static final class FirstSeed {
    static final int VALUE = (int) seed("windlass.seeds.first", 0);
  }

  /** Returns the form of this run. */
  public static TestForm current() {
    return "long".equals(System.getProperty("windlass.test.form")) ? LONG : GATE;
  }

  /**
   * Returns how much of something a test does: what {@code property} says, or what the form has.
   */
  public static int amount(String property, int gate, int longForm) {
    return Integer.getInteger(property, current() == GATE ? gate : longForm);
  }

  /**
   * Returns the seed of a random test: what {@code property} says, or in the gate {@code fixed}, or
   * in the long form one that is drawn, and written to the output of the build.
   */
  public static long seed(String property, long fixed) {
    Long given = Long.getLong(property);
    if (given != null) {
      return given;
    }
    if (current() == GATE) {
      return fixed;
    }
    long drawn = ThreadLocalRandom.current().nextInt(SEEDS);
    BuildOutput.say("-D%s=%d".formatted(property, drawn));
    return drawn;
  }

  /**
   * Returns the seeds of a test that runs with many. They follow each other; the first is what
   * {@code windlass.seeds.first} says, or in the gate 0, or in the long form one that is drawn.
   */
  public static int[] seeds(int amount) {
    return IntStream.range(0, amount).map(i -> FirstSeed.VALUE + i).toArray();
  }
}
