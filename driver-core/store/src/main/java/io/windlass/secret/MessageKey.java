package io.windlass.secret;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Key that two sides share, by which each knows the messages of the other (HMAC-SHA256). It is
 * never sent with a message.
 *
 * @param secret any text
 */
public record MessageKey(Secret secret) {
  private static final String MAC = "HmacSHA256";

  /**
   * Derives a key from one of the driver's own keys: the same one each time, and an unrelated one
   * for another purpose.
   */
  public static MessageKey derived(Keyring ring, String keyName, String purpose) {
    return new MessageKey(Secret.of(base64(ring.derive(keyName, purpose))));
  }

  /** Returns the key of this purpose, of all that the ring has, by which a message is signed. */
  public static Optional<MessageKey> ofSigner(
      Keyring ring, String purpose, String message, String signature) {
    return ring.names().stream()
        .map(name -> derived(ring, name, purpose))
        .filter(key -> key.accepts(message, signature))
        .findFirst();
  }

  /** Signs a message. */
  public String sign(String message) {
    try {
      Mac mac = Mac.getInstance(MAC);
      mac.init(new SecretKeySpec(secret.reveal().getBytes(StandardCharsets.UTF_8), MAC));
      return base64(mac.doFinal(message.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns whether the signature of a message was made with this key; in constant time. */
  public boolean accepts(String message, String signature) {
    return MessageDigest.isEqual(
        sign(message).getBytes(StandardCharsets.UTF_8), signature.getBytes(StandardCharsets.UTF_8));
  }

  private static String base64(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
