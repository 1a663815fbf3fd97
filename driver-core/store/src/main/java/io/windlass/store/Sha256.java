package io.windlass.store;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** SHA-256, which every Java has. */
public final class Sha256 {
  private Sha256() {}

  /** For what comes in pieces. */
  public static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The 32 bytes of a text in UTF-8. */
  public static byte[] of(String text) {
    return digest().digest(text.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * The first hexadecimal digits of it, to name files and buckets by.
   *
   * @param digits 1 to 64
   */
  public static String hex(String text, int digits) {
    return HexFormat.of().formatHex(of(text)).substring(0, digits);
  }
}
