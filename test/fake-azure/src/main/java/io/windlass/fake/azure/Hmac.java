package io.windlass.fake.azure;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Signatures are HMAC-SHA256 over UTF-8, in Base64. */
final class Hmac {
  private Hmac() {}

  static boolean matches(byte[] key, String text, String signature) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      byte[] right = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return MessageDigest.isEqual(
          Base64.getEncoder().encode(right), signature.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }
}
