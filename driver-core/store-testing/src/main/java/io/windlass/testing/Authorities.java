package io.windlass.testing;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/** Certificates for settings that want some. */
public final class Authorities {
  private Authorities() {}

  /** Returns the certificate of an authority that this JVM trusts, in PEM. */
  public static String pem() {
    try {
      TrustManagerFactory system =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      system.init((KeyStore) null);
      byte[] encoded =
          Arrays.stream(((X509TrustManager) system.getTrustManagers()[0]).getAcceptedIssuers())
              .findFirst()
              .orElseThrow()
              .getEncoded();
      Base64.Encoder base64 = Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII));
      return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
          .formatted(base64.encodeToString(encoded));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
