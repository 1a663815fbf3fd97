package io.windlass.test.mount;

import java.util.SplittableRandom;

/** Content that can be computed anew, so that what was read can be checked at any offset. */
public final class Bytes {
  private Bytes() {}

  /** The content that a seed stands for. */
  public static byte[] of(long seed, int length) {
    byte[] bytes = new byte[length];
    new SplittableRandom(seed).nextBytes(bytes);
    return bytes;
  }
}
