package io.windlass.fake.gcs;

import java.io.ByteArrayOutputStream;
import java.util.Base64;

/** ETags in the form of the service: numbered fields of numbers, in Base64. */
final class Etags {
  private Etags() {}

  static String of(long... numbers) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (int i = 0; i < numbers.length; i++) {
      out.write((i + 1) << 3);
      long rest = numbers[i];
      while (rest >= 0x80) {
        out.write((int) (rest & 0x7f) | 0x80);
        rest >>>= 7;
      }
      out.write((int) rest);
    }
    return Base64.getEncoder().encodeToString(out.toByteArray());
  }
}
