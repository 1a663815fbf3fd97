package io.windlass.fake.azure;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;

/** A cluster that issues tokens of service accounts, signed with its own key. */
public final class FakeIssuer {
  /** "entra/workload-id/workload-identity-federation": the audience of such tokens. */
  public static final String AUDIENCE = "api://AzureADTokenExchange";

  private final String url;
  private final KeyPair keys;

  /** Creates one with a new key. */
  public FakeIssuer(String url) {
    this.url = url;
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(1024); // that makes one soon
      this.keys = generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JVM has it
    }
  }

  public String url() {
    return url;
  }

  PublicKey key() {
    return keys.getPublic();
  }

  /** Returns a token of a service account, as a pod gets it. */
  public String token(String subject, String audience, Instant expiry) {
    String claims =
        "{\"iss\":\"%s\",\"sub\":\"%s\",\"aud\":[\"%s\"],\"exp\":%d}"
            .formatted(url, subject, audience, expiry.getEpochSecond());
    String text = base64("{\"alg\":\"RS256\"}") + "." + base64(claims);
    try {
      Signature signature = Signature.getInstance("SHA256withRSA");
      signature.initSign(keys.getPrivate());
      signature.update(text.getBytes(StandardCharsets.US_ASCII));
      return text + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(signature.sign());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String base64(String text) {
    return Base64.getUrlEncoder()
        .withoutPadding()
        .encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
