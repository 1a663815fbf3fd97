package io.windlass.store.s3.access;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.Cipher;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encryption of request bodies for MinIO's admin API, as {@code EncryptData} of madmin-go does it:
 * salt, cipher id, nonce, then the text in pieces of 16 KiB, each sealed with its number in the
 * nonce (the scheme of sio-go). Of the three ciphers of that scheme the JDK has only this one:
 * PBKDF2 and AES-256-GCM.
 */
final class MinioCrypto {
  private static final int SALT_BYTES = 32;
  private static final byte PBKDF2_AES_GCM = 2;
  private static final int NONCE_BYTES = 8;
  private static final int PIECE_BYTES = 1 << 14;
  private static final int ITERATIONS = 8192;
  private static final int KEY_BITS = 256;
  private static final int TAG_BITS = 128;
  private static final byte MORE = 0x00;
  private static final byte LAST = (byte) 0x80;

  private MinioCrypto() {}

  /** Encrypts a body with the secret key that signs the request. */
  static byte[] encrypt(String secretKey, byte[] text) {
    byte[] salt = random(SALT_BYTES);
    byte[] nonce = random(NONCE_BYTES);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    out.writeBytes(salt);
    out.write(PBKDF2_AES_GCM);
    out.writeBytes(nonce);
    try {
      SecretKeySpec key = key(secretKey, salt);
      // The associated data of every piece is a flag, last or not, and the tag of an empty piece
      // with number 0.
      byte[] seal = seal(key, nonce, 0, new byte[0], new byte[0], 0, 0);
      int pieces = Math.max(1, Math.ceilDiv(text.length, PIECE_BYTES));
      for (int piece = 1; piece <= pieces; piece++) {
        int from = (piece - 1) * PIECE_BYTES;
        int length = Math.min(PIECE_BYTES, text.length - from);
        byte[] vouched =
            ByteBuffer.allocate(1 + seal.length)
                .put(piece == pieces ? LAST : MORE)
                .put(seal)
                .array();
        out.writeBytes(seal(key, nonce, piece, vouched, text, from, length));
      }
      return out.toByteArray();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] seal(
      SecretKeySpec key,
      byte[] nonce,
      int number,
      byte[] vouched,
      byte[] text,
      int from,
      int length)
      throws GeneralSecurityException {
    byte[] numbered =
        ByteBuffer.allocate(NONCE_BYTES + Integer.BYTES)
            .order(ByteOrder.LITTLE_ENDIAN)
            .put(nonce)
            .putInt(number)
            .array();
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG_BITS, numbered));
    cipher.updateAAD(vouched);
    return cipher.doFinal(text, from, length);
  }

  private static SecretKeySpec key(String secretKey, byte[] salt) throws GeneralSecurityException {
    PBEKeySpec spec = new PBEKeySpec(secretKey.toCharArray(), salt, ITERATIONS, KEY_BITS);
    try {
      byte[] key =
          SecretKeyFactory.getInstance("PBKDF2WithHmacSHA256").generateSecret(spec).getEncoded();
      return new SecretKeySpec(key, "AES");
    } finally {
      spec.clearPassword();
    }
  }

  private static byte[] random(int bytes) {
    byte[] random = new byte[bytes];
    new SecureRandom().nextBytes(random);
    return random;
  }
}
