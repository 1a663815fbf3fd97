package io.windlass.testing;

import org.opentest4j.TestAbortedException;

/**
 * Ends a test that needs what this machine does not have. All say so in the same form, by which
 * {@code test/Summary.java} counts them.
 */
public final class Missing {
  private Missing() {}

  /**
   * Returns what a test is to throw: it is skipped, and with {@code CI=true} it fails.
   *
   * @param what is missing, in a few words without a colon
   * @param why that is, or how to get it, as the end of a sentence after a colon
   */
  public static RuntimeException of(String what, String why) {
    return of(what, why, "true".equals(System.getenv("CI")));
  }

  static RuntimeException of(String what, String why, boolean isContinuousIntegration) {
    return isContinuousIntegration
        ? new IllegalStateException(sentence(what, why) + " With CI=true that is a failure.")
        : new TestAbortedException(sentence(what, why));
  }

  /** For what CI may lack, too: the test is skipped. */
  public static RuntimeException everywhere(String what, String why) {
    return new TestAbortedException(sentence(what, why));
  }

  private static String sentence(String what, String why) {
    return "Not tested for want of %s: %s.".formatted(what, why);
  }
}
