package io.windlass.http;

import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Trusts the certificates of a file, which it reads again once the file has changed. A file that
 * cannot be read any more changes nothing.
 */
final class FileTrustManager extends X509ExtendedTrustManager {
  private static final Logger log = LoggerFactory.getLogger(FileTrustManager.class);

  private final Path pem;
  private volatile Read last;

  /** What was read, and of which file: a Secret's is another one after each change. */
  private record Read(X509ExtendedTrustManager trust, Optional<Version> version) {}

  private record Version(FileTime modified, long size, Optional<Object> file) {}

  /**
   * Reads the file.
   *
   * @throws IllegalArgumentException when it cannot be read, or holds none; the message names it
   */
  FileTrustManager(Path pem) {
    this.pem = pem;
    Optional<Version> version = version();
    this.last = new Read(CaCertificate.read(pem), version);
  }

  private Optional<Version> version() {
    try {
      BasicFileAttributes attributes = Files.readAttributes(pem, BasicFileAttributes.class);
      return Optional.of(
          new Version(
              attributes.lastModifiedTime(),
              attributes.size(),
              Optional.ofNullable(attributes.fileKey())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  private X509ExtendedTrustManager now() {
    Read known = last;
    Optional<Version> version = version();
    if (version.isEmpty() || version.equals(known.version)) {
      return known.trust;
    }
    X509ExtendedTrustManager trust = known.trust;
    try {
      trust = CaCertificate.read(pem);
      log.info("the certificates of {} were read again", pem);
    } catch (IllegalArgumentException e) {
      log.warn("{}; what it held before is trusted", e.getMessage());
    }
    last = new Read(trust, version);
    return trust;
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    now().checkServerTrusted(chain, type, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    now().checkServerTrusted(chain, type, engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    now().checkServerTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    now().checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    now().checkClientTrusted(chain, type, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    now().checkClientTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return now().getAcceptedIssuers();
  }
}
