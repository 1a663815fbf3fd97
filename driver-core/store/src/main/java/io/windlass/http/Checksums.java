package io.windlass.http;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.zip.Checksum;

/** Checksums of content as services state them: in Base64. */
public final class Checksums {
  private Checksums() {}

  /** Returns a new MD5. */
  public static MessageDigest md5() {
    try {
      return MessageDigest.getInstance("MD5");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java runtime has it
    }
  }

  /** Returns the text of a digest, and resets it. */
  public static String text(MessageDigest digest) {
    return Base64.getEncoder().encodeToString(digest.digest());
  }

  /** Returns the text of a CRC of 32 bits, in big-endian order. */
  public static String text(Checksum crc) {
    return Base64.getEncoder()
        .encodeToString(ByteBuffer.allocate(Integer.BYTES).putInt((int) crc.getValue()).array());
  }
}
