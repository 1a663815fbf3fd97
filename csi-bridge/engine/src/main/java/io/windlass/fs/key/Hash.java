package io.windlass.fs.key;

import io.windlass.hash.Sha256;
import java.nio.ByteBuffer;

/** Hashes texts to numbers, the same in every process. */
public final class Hash {
  private Hash() {}

  /** Returns a number of 63 bits, at least 2. */
  public static long of(String text) {
    return Math.max(2, ByteBuffer.wrap(Sha256.of(text)).getLong() & Long.MAX_VALUE);
  }
}
