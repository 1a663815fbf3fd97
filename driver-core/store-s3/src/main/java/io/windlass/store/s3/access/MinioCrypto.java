package io.windlass.store.s3.access;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
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
 *
 * <p>PBKDF2 is meant to be slow: it would take most of the processor time of a grant. So the key is
 * derived once for each secret, from a random salt, and each body has the next nonce of that key.
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

  /** The key that was derived last. */
  private Optional<Derived> derived = Optional.empty();

  /** Key derived from a secret, and how many bodies were encrypted with it. */
  private static final class Derived {
    private final String secretKey;
    private final byte[] salt = random(SALT_BYTES);
    private final SecretKeySpec key;
    private final AtomicLong bodies = new AtomicLong();

    Derived(String secretKey) throws GeneralSecurityException {
      this.secretKey = secretKey;
      this.key = key(secretKey, salt);
    }

    /** Returns a nonce that no other body has. */
    byte[] nonce() {
      return ByteBuffer.allocate(NONCE_BYTES).putLong(bodies.getAndIncrement()).array();
    }
  }

  private synchronized Derived derived(String secretKey) throws GeneralSecurityException {
    Optional<Derived> known = derived.filter(last -> last.secretKey.equals(secretKey));
    if (known.isPresent()) {
      return known.get();
    }
    Derived next = new Derived(secretKey);
    derived = Optional.of(next);
    return next;
  }

  /** Encrypts a body with the secret key that signs the request. */
  byte[] encrypt(String secretKey, byte[] text) {
    try {
      Derived with = derived(secretKey);
      SecretKeySpec key = with.key;
      byte[] nonce = with.nonce();
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      out.writeBytes(with.salt);
      out.write(PBKDF2_AES_GCM);
      out.writeBytes(nonce);
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
