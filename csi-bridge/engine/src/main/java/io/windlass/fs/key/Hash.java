package io.windlass.fs.key;

import io.windlass.store.Sha256;
import java.nio.ByteBuffer;

/** Numbers that stand for texts, the same in every process. */
public final class Hash {
  private Hash() {}

  /** A positive number above 1, of 63 bits. */
  public static long of(String text) {
    return Math.max(2, ByteBuffer.wrap(Sha256.of(text)).getLong() & Long.MAX_VALUE);
  }
}
