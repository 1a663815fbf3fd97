package io.windlass.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;

/** Which authorities are trusted, as their file changes. Alone, as it names the file of the JVM. */
@Isolated
class CaCertificateTest {
  private static final String SYSTEM = "javax.net.ssl.trustStore";

  private final List<X509Certificate> authorities;
  private final Path file;

  CaCertificateTest(@TempDir Path directory) throws GeneralSecurityException {
    TrustManagerFactory system =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    system.init((KeyStore) null);
    authorities =
        Stream.of(((X509TrustManager) system.getTrustManagers()[0]).getAcceptedIssuers())
            .limit(2)
            .toList();
    file = directory.resolve("ca.pem");
  }

  @Test
  void anAuthorityThatIsAddedIsTrustedAndOneThatIsTakenOutIsNot() throws Exception {
    X509Certificate old = authorities.getFirst();
    X509Certificate next = authorities.getLast();
    write(old);
    X509TrustManager trust = (X509TrustManager) CaCertificate.trust(Optional.of(file))[0];
    assertThat(trust.getAcceptedIssuers()).containsExactly(old);
    write(old, next);
    assertThat(trust.getAcceptedIssuers()).containsExactlyInAnyOrder(old, next);
    write(next);
    assertThat(trust.getAcceptedIssuers()).containsExactly(next);
    Files.writeString(file, "half of a");
    assertThat(trust.getAcceptedIssuers()).as("as before").containsExactly(next);
    Files.delete(file);
    assertThat(trust.getAcceptedIssuers()).as("as before").containsExactly(next);
  }

  @Test
  void soItIsWithTheFileOfTheSystem() throws Exception {
    X509Certificate old = authorities.getFirst();
    X509Certificate next = authorities.getLast();
    Optional<String> before = Optional.ofNullable(System.getProperty(SYSTEM));
    String _ = System.setProperty(SYSTEM, file.toString());
    try {
      store(1, old);
      X509TrustManager trust = (X509TrustManager) CaCertificate.trust(Optional.empty())[0];
      assertThat(trust.getAcceptedIssuers()).containsExactly(old);
      store(2, old, next);
      assertThat(trust.getAcceptedIssuers()).containsExactlyInAnyOrder(old, next);
      store(3, next);
      assertThat(trust.getAcceptedIssuers()).containsExactly(next);
      Files.writeString(file, "half of a");
      assertThat(trust.getAcceptedIssuers()).as("as before").containsExactly(next);
      Files.delete(file);
      assertThat(trust.getAcceptedIssuers()).as("as before").containsExactly(next);
    } finally {
      before.ifPresentOrElse(
          value -> System.setProperty(SYSTEM, value), () -> System.clearProperty(SYSTEM));
    }
  }

  /** As a file of the JVM, of a time in seconds. */
  private void store(int time, X509Certificate... certificates) throws Exception {
    KeyStore store = KeyStore.getInstance("JKS");
    store.load(null, null);
    for (X509Certificate each : certificates) {
      store.setCertificateEntry(each.getSerialNumber().toString(), each);
    }
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, "changeit".toCharArray());
    }
    Files.setLastModifiedTime(file, FileTime.from(time, TimeUnit.SECONDS));
  }

  /** As another file, as a Secret's are. */
  private void write(X509Certificate... certificates) throws IOException {
    Path draft = file.resolveSibling("draft");
    Files.writeString(
        draft,
        Arrays.stream(certificates).map(CaCertificateTest::pem).collect(Collectors.joining()));
    Files.move(draft, file, StandardCopyOption.REPLACE_EXISTING);
  }

  private static String pem(X509Certificate certificate) {
    try {
      return "-----BEGIN CERTIFICATE-----\n%s\n-----END CERTIFICATE-----\n"
          .formatted(Base64.getMimeEncoder().encodeToString(certificate.getEncoded()));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
