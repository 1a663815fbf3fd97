package io.windlass.testing;

import java.util.HexFormat;
import java.util.concurrent.ThreadLocalRandom;

/** Names that no other test uses on a shared server. */
public final class UniqueName {
  private UniqueName() {}

  /** {@code start}, a hyphen and 12 random characters of {@code [0-9a-f]}. */
  public static String of(String start) {
    return start + "-" + HexFormat.of().toHexDigits(ThreadLocalRandom.current().nextLong(), 12);
  }
}
