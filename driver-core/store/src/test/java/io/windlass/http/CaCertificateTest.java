package io.windlass.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Which authorities are trusted, as their file changes. */
class CaCertificateTest {
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
    X509TrustManager trust = (X509TrustManager) CaCertificate.trust(file)[0];
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
