package io.windlass.testing;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** Names that no other test uses on a shared server. */
public final class UniqueName {
  private UniqueName() {}

  /**
   * {@code start}, a hyphen and 12 random characters of {@code [0-9a-f]}; before that what the
   * variable WINDLASS_TEST_NAMES has, by which those of a run are found in an account.
   */
  public static String of(String start) {
    return System.getenv().getOrDefault("WINDLASS_TEST_NAMES", "")
        + start
        + "-"
        + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(), 12);
  }
}
