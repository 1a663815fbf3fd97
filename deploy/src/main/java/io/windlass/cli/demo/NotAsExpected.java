package io.windlass.cli.demo;

/** A step of the demo did not come out as the driver promises. */
final class NotAsExpected extends RuntimeException {
  private static final long serialVersionUID = 1L;

  NotAsExpected(String expected, Object found) {
    super("expected %s, but: %s".formatted(expected, found));
  }

  /** Throws unless what was found is what was expected. */
  static void require(Object expected, Object found) {
    if (!expected.equals(found)) {
      throw new NotAsExpected(expected.toString(), found);
    }
  }
}
