package io.windlass.image;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests by SHA-256, as OCI writes them. */
final class Digest {
  private Digest() {}

  static MessageDigest start() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // each JDK has it
    }
  }

  /** Returns the text of a digest, with its algorithm. */
  static String text(byte[] digest) {
    return "sha256:" + HexFormat.of().formatHex(digest);
  }

  static String of(byte[] bytes) {
    return text(start().digest(bytes));
  }
}
