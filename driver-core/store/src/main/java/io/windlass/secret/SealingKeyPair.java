package io.windlass.secret;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.KEM;
import javax.crypto.KeyAgreement;

/** Key pair of X25519, for which others seal secrets. */
public final class SealingKeyPair {
  private static final String BEGIN = "-----BEGIN PRIVATE KEY-----\n";
  private static final String END = "\n-----END PRIVATE KEY-----\n";

  private final PrivateKey key;
  private final SealingKey publicKey;

  private SealingKeyPair(PrivateKey key) throws GeneralSecurityException {
    this.key = key;
    this.publicKey = publicKey(key);
  }

  /** Returns a new pair. */
  public static SealingKeyPair generate() {
    try {
      return new SealingKeyPair(
          KeyPairGenerator.getInstance("X25519").generateKeyPair().getPrivate());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Parses a private key as {@link #pem} returns it.
   *
   * @throws IllegalArgumentException when the text is none; the message does not contain it
   */
  public static SealingKeyPair parse(Secret pem) {
    String text = pem.reveal().strip() + "\n";
    if (!text.startsWith(BEGIN) || !text.endsWith(END)) {
      throw new IllegalArgumentException("not a private key in PEM");
    }
    try {
      byte[] encoded =
          Base64.getMimeDecoder()
              .decode(text.substring(BEGIN.length(), text.length() - END.length()));
      return new SealingKeyPair(
          KeyFactory.getInstance("X25519").generatePrivate(new PKCS8EncodedKeySpec(encoded)));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalArgumentException("not a private key of X25519 in PEM");
    }
  }

  /** Returns the private key as PKCS #8 in PEM, from which the public one follows. */
  public Secret pem() {
    return Secret.of(BEGIN + Base64.getEncoder().encodeToString(key.getEncoded()) + END);
  }

  /** Returns the public half. */
  public SealingKey publicKey() {
    return publicKey;
  }

  /** The public key is the product with the base point, whose coordinate is 9 (RFC 7748). */
  private static SealingKey publicKey(PrivateKey key) throws GeneralSecurityException {
    KeyAgreement product = KeyAgreement.getInstance("X25519");
    product.init(key);
    product.doPhase(
        KeyFactory.getInstance("X25519")
            .generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, BigInteger.valueOf(9))),
        true);
    return new SealingKey(
        Base64.getUrlEncoder().withoutPadding().encodeToString(product.generateSecret()));
  }

  /**
   * Opens what was sealed with the public key.
   *
   * @throws IllegalStateException when it was sealed with another key or for another context, or
   *     was altered
   */
  public Secret open(String sealed, String context) {
    try {
      byte[] all = Base64.getUrlDecoder().decode(withoutForm(sealed));
      byte[] once = Arrays.copyOf(all, SealingKey.BYTES);
      byte[] plain =
          Hpke.AES_256.crypt(
              Cipher.DECRYPT_MODE,
              KEM.getInstance("DHKEM").newDecapsulator(key).decapsulate(once),
              SealingKey.INFO,
              context.getBytes(StandardCharsets.UTF_8),
              Arrays.copyOfRange(all, SealingKey.BYTES, all.length));
      return Secret.of(new String(plain, StandardCharsets.UTF_8));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new IllegalStateException(
          "a sealed secret cannot be opened: it was altered or is for another", e);
    }
  }

  private static String withoutForm(String sealed) {
    if (!sealed.startsWith(SealingKey.FORM)) {
      throw new IllegalArgumentException("sealed in another form");
    }
    return sealed.substring(SealingKey.FORM.length());
  }

  @Override
  public String toString() {
    return "SealingKeyPair[%s]".formatted(publicKey.text());
  }
}
