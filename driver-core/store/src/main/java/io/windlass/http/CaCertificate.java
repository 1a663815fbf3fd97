package io.windlass.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Certificates that are trusted instead of the system's. */
public final class CaCertificate {
  private CaCertificate() {}

  /**
   * Requires that a file of PEM holds certificates that can be trusted.
   *
   * @throws IllegalArgumentException as {@link #trust} does
   */
  public static void require(Path pem) {
    X509ExtendedTrustManager _ = read(pem);
  }

  /**
   * Returns a TLS context that trusts the certificates of a file of PEM, and no others.
   *
   * @throws IllegalArgumentException as {@link #trust} does
   */
  public static SSLContext context(Path pem) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust(pem), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JVM has it
    }
  }

  /**
   * Returns what trusts the certificates of a file of PEM, as the file is by the time of each
   * connection: who replaces an authority puts both into the file, later the new one alone.
   *
   * @throws IllegalArgumentException when it cannot be read, or holds none; the message names it
   */
  public static TrustManager[] trust(Path pem) {
    return new TrustManager[] {new FileTrustManager(pem)};
  }

  /** Reads a file of PEM certificates. */
  static X509ExtendedTrustManager read(Path pem) {
    try (InputStream in = Files.newInputStream(pem)) {
      Collection<? extends Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in);
      if (certificates.isEmpty()) {
        throw new IllegalArgumentException("caCertificate %s holds no certificate".formatted(pem));
      }
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      int number = 0;
      for (Certificate certificate : certificates) {
        store.setCertificateEntry("ca" + number++, certificate);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "caCertificate %s must be a readable file of PEM certificates".formatted(pem), e);
    }
  }
}
