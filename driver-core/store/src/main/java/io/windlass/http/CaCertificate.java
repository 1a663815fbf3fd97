package io.windlass.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;
import org.jspecify.annotations.Nullable;

/** Certificates that are trusted: those of a file, or the system's. */
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
   * Returns a TLS context that trusts the certificates of a file of PEM, and no others; without
   * one, those of the system.
   *
   * @throws IllegalArgumentException as {@link #trust} does
   */
  public static SSLContext context(Optional<Path> pem) {
    try {
      if (pem.isEmpty() && property("keyStore").isPresent()) {
        // Somebody has a certificate of a client in the JVM's options, which only this one shows.
        return SSLContext.getDefault();
      }
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust(pem), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JVM has it
    }
  }

  /**
   * Returns what trusts the certificates of a file of PEM, or without one those of the file that
   * the JVM has: as the file is by the time of each connection. Who replaces an authority puts both
   * into the file, later the new one alone.
   *
   * @throws IllegalArgumentException when the file of PEM cannot be read, or holds none; the
   *     message names it
   */
  public static TrustManager[] trust(Optional<Path> pem) {
    FileTrustManager trust =
        pem.map(file -> new FileTrustManager(file, () -> read(file)))
            .orElseGet(() -> new FileTrustManager(systemFile(), CaCertificate::system));
    if (pem.isPresent()) {
      X509Certificate[] _ = trust.getAcceptedIssuers(); // now, and not at the first connection
    }
    return new TrustManager[] {trust};
  }

  private static Optional<String> property(String name) {
    return Optional.ofNullable(System.getProperty("javax.net.ssl." + name));
  }

  /** Returns where the JVM has what it trusts; a path at which nothing is, if in no file. */
  private static Path systemFile() {
    Path own = Path.of(System.getProperty("java.home"), "lib", "security");
    Path added = own.resolve("jssecacerts");
    return property("trustStore")
        .map(Path::of)
        .orElseGet(() -> Files.exists(added) ? added : own.resolve("cacerts"));
  }

  /** Reads what the JVM trusts; it looks itself whether its file is another one by now. */
  private static X509ExtendedTrustManager system() {
    try {
      return trusting(null);
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "what the JVM trusts, in %s, cannot be read".formatted(systemFile()), e);
    }
  }

  /** Without a store, the JVM's own. */
  private static X509ExtendedTrustManager trusting(@Nullable KeyStore store)
      throws GeneralSecurityException {
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return (X509ExtendedTrustManager) factory.getTrustManagers()[0];
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
      return trusting(store);
    } catch (IOException | GeneralSecurityException e) {
      throw new IllegalArgumentException(
          "caCertificate %s must be a readable file of PEM certificates".formatted(pem), e);
    }
  }
}
