package io.windlass.store.s3.object;

import java.util.Base64;
import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * CRC32 of two byte sequences, one behind the other, from the CRC32 of each: the remainder of the
 * first is multiplied by x to the number of bits of the second, modulo the polynomial.
 */
final class JoinedCrc32 {
  /** Polynomial of CRC32; as in remainders, the highest bit is that of x to the 0. */
  private static final long POLYNOMIAL = 0xEDB88320L;

  private static final long ONE = 1L << 31;
  private static final long X_TO_THE_8 = ONE >>> Byte.SIZE;
  private static final int HEX = 16;

  private JoinedCrc32() {}

  /** Returns the CRC32 of both, of which the second has so many bytes. */
  static long join(long first, long second, long bytes) {
    return multiply(power(bytes), first) ^ second;
  }

  private static long power(long bytes) {
    long power = ONE;
    long square = X_TO_THE_8;
    for (long left = bytes; left > 0; left >>= 1) {
      if ((left & 1) == 1) {
        power = multiply(power, square);
      }
      square = multiply(square, square);
    }
    return power;
  }

  private static long multiply(long one, long other) {
    long product = 0;
    long shifted = other;
    for (long bit = ONE; bit > 0; bit >>= 1) {
      if ((one & bit) != 0) {
        product ^= shifted;
      }
      shifted = (shifted & 1) == 1 ? (shifted >> 1) ^ POLYNOMIAL : shifted >> 1;
    }
    return product;
  }

  /** Returns the number that S3 writes as Base64 of four bytes; empty if the text is none. */
  static OptionalLong read(String text) {
    try {
      byte[] bytes = Base64.getDecoder().decode(text);
      return bytes.length == Integer.BYTES
          ? OptionalLong.of(Long.parseLong(HexFormat.of().formatHex(bytes), HEX))
          : OptionalLong.empty();
    } catch (IllegalArgumentException e) {
      return OptionalLong.empty();
    }
  }
}
