package io.windlass.secret;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.InvalidKeyException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.SecureRandomSpi;
import java.security.interfaces.XECPublicKey;
import java.security.spec.NamedParameterSpec;
import java.security.spec.XECPrivateKeySpec;
import java.security.spec.XECPublicKeySpec;
import java.util.Arrays;
import java.util.Base64;
import javax.crypto.Cipher;
import javax.crypto.KEM;
import javax.crypto.KeyAgreement;

/**
 * Public half of a {@link SealingKeyPair}: whoever has it can seal a secret that only the holder of
 * the pair can open, by HPKE (RFC 9180).
 *
 * @param text 32 bytes of X25519 in base64url
 */
public record SealingKey(String text) {
  /** Length of the text. */
  public static final int CHARACTERS = 43;

  static final int BYTES = 32;
  static final String FORM = "hpke1.";
  static final byte[] INFO = "windlass".getBytes(StandardCharsets.US_ASCII);

  /**
   * Creates a key.
   *
   * @throws IllegalArgumentException when the text is none, or one with which all would agree on
   *     the same secret: a point of small order
   */
  public SealingKey {
    if (text.length() != CHARACTERS || !Arrays.equals(bytes(text), bytes(of(bytes(text))))) {
      throw new IllegalArgumentException("a public key has 32 bytes in base64url");
    }
    requireSecrets(of(bytes(text)));
  }

  /** Any private key shows it, as each is a multiple of all small orders. */
  private static void requireSecrets(PublicKey key) {
    try {
      KeyAgreement agreement = KeyAgreement.getInstance("X25519");
      agreement.init(
          KeyFactory.getInstance("X25519")
              .generatePrivate(new XECPrivateKeySpec(NamedParameterSpec.X25519, new byte[BYTES])));
      agreement.doPhase(key, true);
    } catch (InvalidKeyException e) {
      throw new IllegalArgumentException("no secret can be sealed with this public key", e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Seals a secret. The same arguments always give the same text: answers that must be equal when a
   * call is repeated need this.
   *
   * @param context what the secret belongs to; {@link SealingKeyPair#open} fails with any other
   * @param maker keys of whoever seals; without them nobody can make the same text
   */
  public String seal(Secret secret, String context, Keyring maker) {
    // A key of one message: its nonce is never used for another secret or context.
    byte[] once =
        maker.derive(maker.current(), "seal\0%s\0%s\0%s".formatted(text, context, secret.reveal()));
    try {
      KEM.Encapsulated shared =
          KEM.getInstance("DHKEM")
              .newEncapsulator(of(bytes(text)), null, new Given(once))
              .encapsulate();
      byte[] sealed =
          Hpke.AES_256.crypt(
              Cipher.ENCRYPT_MODE,
              shared.key(),
              INFO,
              context.getBytes(StandardCharsets.UTF_8),
              secret.reveal().getBytes(StandardCharsets.UTF_8));
      byte[] all = Arrays.copyOf(shared.encapsulation(), BYTES + sealed.length);
      System.arraycopy(sealed, 0, all, BYTES, sealed.length);
      return FORM + Base64.getUrlEncoder().withoutPadding().encodeToString(all);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static byte[] bytes(String text) {
    return Base64.getUrlDecoder().decode(text);
  }

  /** Returns the coordinate as RFC 7748 has it: 32 bytes, the least significant first. */
  private static byte[] bytes(PublicKey key) {
    byte[] big = ((XECPublicKey) key).getU().toByteArray();
    byte[] little = new byte[BYTES];
    for (int i = 0; i < Math.min(big.length, BYTES); i++) {
      little[i] = big[big.length - 1 - i];
    }
    return little;
  }

  private static PublicKey of(byte[] little) {
    byte[] big = new byte[little.length];
    for (int i = 0; i < little.length; i++) {
      big[i] = little[little.length - 1 - i];
    }
    try {
      return KeyFactory.getInstance("X25519")
          .generatePublic(new XECPublicKeySpec(NamedParameterSpec.X25519, new BigInteger(1, big)));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("a public key has 32 bytes in base64url", e);
    }
  }

  /** Gives bytes that were derived instead of random ones. */
  private static final class Given extends SecureRandom {
    private static final long serialVersionUID = 1;

    Given(byte[] bytes) {
      super(new Spi(bytes), null);
    }
  }

  private static final class Spi extends SecureRandomSpi {
    private static final long serialVersionUID = 1;

    private final byte[] bytes;

    Spi(byte[] bytes) {
      this.bytes = bytes.clone();
    }

    @Override
    protected void engineSetSeed(byte[] seed) {
      throw new UnsupportedOperationException();
    }

    @Override
    protected void engineNextBytes(byte[] into) {
      if (into.length != bytes.length) {
        throw new IllegalStateException("a key of X25519 has %d bytes".formatted(bytes.length));
      }
      System.arraycopy(bytes, 0, into, 0, into.length);
    }

    @Override
    protected byte[] engineGenerateSeed(int count) {
      throw new UnsupportedOperationException();
    }
  }
}
