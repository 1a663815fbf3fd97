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
import java.util.function.Supplier;
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

  private final Path file;
  private final Supplier<X509ExtendedTrustManager> reader;
  private volatile Optional<Read> last = Optional.empty();

  /** What was read, and of which file: a Secret's is another one after each change. */
  private record Read(X509ExtendedTrustManager trust, Optional<Version> version) {}

  private record Version(FileTime modified, long size, Optional<Object> file) {}

  /**
   * Creates one that has read nothing yet.
   *
   * @param reader reads the file; fails with IllegalArgumentException, whose message names it
   */
  FileTrustManager(Path file, Supplier<X509ExtendedTrustManager> reader) {
    this.file = file;
    this.reader = reader;
  }

  private Optional<Version> version() {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file, BasicFileAttributes.class);
      return Optional.of(
          new Version(
              attributes.lastModifiedTime(),
              attributes.size(),
              Optional.ofNullable(attributes.fileKey())));
    } catch (IOException e) {
      return Optional.empty();
    }
  }

  /** Returns what is trusted as the file is now, or was when it could be read last. */
  private X509ExtendedTrustManager now() {
    Optional<Read> known = last;
    Optional<Version> version = version();
    if (known.isPresent() && (version.isEmpty() || version.equals(known.get().version))) {
      return known.get().trust;
    }
    X509ExtendedTrustManager trust = known.map(this::again).orElseGet(reader);
    last = Optional.of(new Read(trust, version));
    return trust;
  }

  private X509ExtendedTrustManager again(Read known) {
    try {
      X509ExtendedTrustManager trust = reader.get();
      log.info("the certificates of {} were read again", file);
      return trust;
    } catch (IllegalArgumentException e) {
      log.warn("{}; what it held before is trusted", e.getMessage());
      return known.trust;
    }
  }

  private X509ExtendedTrustManager checking() throws CertificateException {
    try {
      return now();
    } catch (IllegalArgumentException e) {
      throw new CertificateException(e.getMessage(), e);
    }
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checking().checkServerTrusted(chain, type, socket);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    checking().checkServerTrusted(chain, type, engine);
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    checking().checkServerTrusted(chain, type);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    checking().checkClientTrusted(chain, type, socket);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    checking().checkClientTrusted(chain, type, engine);
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    checking().checkClientTrusted(chain, type);
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return now().getAcceptedIssuers();
  }
}
