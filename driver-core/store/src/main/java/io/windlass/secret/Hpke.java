package io.windlass.secret;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import javax.crypto.Cipher;
import javax.crypto.KDF;
import javax.crypto.SecretKey;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.HKDFParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * The key schedule of HPKE (RFC 9180) in its base mode, with DHKEM(X25519, HKDF-SHA256),
 * HKDF-SHA256 and AES-GCM, for one message.
 *
 * @param aeadId AES-128-GCM is 1, AES-256-GCM is 2
 * @param keyBytes length of the AES key
 */
record Hpke(int aeadId, int keyBytes) {
  static final Hpke AES_256 = new Hpke(2, 32);

  private static final int KEM_ID = 0x20;
  private static final int KDF_ID = 1;
  private static final int NONCE_BYTES = 12;
  private static final int TAG_BITS = 128;
  private static final byte[] EMPTY = {};

  /**
   * Encrypts or decrypts the one message.
   *
   * @param shared secret of the key encapsulation
   * @param info what the application has to do with it
   * @param context associated data
   * @throws GeneralSecurityException when the message was altered, or any of these differs
   */
  byte[] crypt(int mode, SecretKey shared, byte[] info, byte[] context, byte[] input)
      throws GeneralSecurityException {
    byte[] schedule =
        joined(
            new byte[] {0},
            extract(EMPTY, "psk_id_hash", EMPTY).getEncoded(),
            extract(EMPTY, "info_hash", info).getEncoded());
    SecretKey secret = extract(shared.getEncoded(), "secret", EMPTY);
    byte[] key = expand(secret, "key", schedule, keyBytes);
    byte[] nonce = expand(secret, "base_nonce", schedule, NONCE_BYTES);
    Cipher cipher = Cipher.getInstance("AES/GCM/NoPadding");
    cipher.init(mode, new SecretKeySpec(key, "AES"), new GCMParameterSpec(TAG_BITS, nonce));
    cipher.updateAAD(context);
    return cipher.doFinal(input);
  }

  private SecretKey extract(byte[] salt, String label, byte[] input)
      throws GeneralSecurityException {
    return KDF.getInstance("HKDF-SHA256")
        .deriveKey(
            "Generic",
            HKDFParameterSpec.ofExtract()
                .addSalt(salt)
                .addIKM(joined(labelled(label), input))
                .extractOnly());
  }

  private byte[] expand(SecretKey from, String label, byte[] info, int length)
      throws GeneralSecurityException {
    byte[] all = joined(new byte[] {(byte) (length >> 8), (byte) length}, labelled(label), info);
    return KDF.getInstance("HKDF-SHA256")
        .deriveData(HKDFParameterSpec.expandOnly(from, all, length));
  }

  private byte[] labelled(String label) {
    return joined(
        ascii("HPKE-v1HPKE"), new byte[] {0, KEM_ID, 0, KDF_ID, 0, (byte) aeadId}, ascii(label));
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }
}
