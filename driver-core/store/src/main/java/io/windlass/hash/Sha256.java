package io.windlass.hash;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256 hashes. Every Java runtime has the algorithm. */
public final class Sha256 {
  private Sha256() {}

  /** Returns a digest for data that arrives in pieces. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns the hash of a text in UTF-8: 32 bytes. */
  public static byte[] of(String text) {
    return digest().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * Returns the first hexadecimal digits of the hash of a text, for names of files and buckets.
   *
   * @param digits 1 to 64
   */
  public static String hex(String text, int digits) {
    return HexFormat.of().formatHex(of(text)).substring(0, digits);
  }
}
