package io.windlass.cli.demo;

/** Thrown when the result of a step of the demo is not what the driver promises. */
final class NotAsExpected extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotAsExpected(String expected, Object found) {
    super("expected %s, but: %s".formatted(expected, found));
  }

  /** Throws unless the result equals the expected one. */
  static void require(Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new NotAsExpected(expected.toString(), found);
    }
  }
}
