package io.windlass.test.mount.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Base64;
import java.util.List;
import javax.net.ServerSocketFactory;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/**
 * A certificate of this machine that nobody trusts who is not told to.
 *
 * @param pem file of it
 * @param sockets that listen with it
 */
public record TestCertificate(Path pem, ServerSocketFactory sockets) {
  private static final String PASSWORD = "not-a-secret";
  private static final String ALIAS = "server";

  /** Makes one, below {@code scratch}. */
  public static TestCertificate make(Path scratch) throws IOException, GeneralSecurityException {
    Path store = scratch.resolve("server.p12");
    List<String> arguments =
        List.of(
            "keytool",
            "-genkeypair",
            "-alias",
            ALIAS,
            "-keyalg",
            "EC",
            "-dname",
            "CN=windlass-test",
            "-ext",
            "san=ip:127.0.0.1",
            "-keystore",
            store.toString(),
            "-storepass",
            PASSWORD);
    Outcome outcome = Launch.of(arguments).run();
    assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, PASSWORD.toCharArray());
    }
    KeyManagerFactory managers =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    managers.init(keys, PASSWORD.toCharArray());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(managers.getKeyManagers(), null, null);
    return new TestCertificate(
        Files.writeString(scratch.resolve("server.pem"), pem(keys)),
        context.getServerSocketFactory());
  }

  private static String pem(KeyStore keys) throws GeneralSecurityException {
    byte[] encoded = keys.getCertificate(ALIAS).getEncoded();
    String lines =
        Base64.getMimeEncoder(64, "\n".getBytes(StandardCharsets.US_ASCII)).encodeToString(encoded);
    return "-----BEGIN CERTIFICATE-----\n" + lines + "\n-----END CERTIFICATE-----\n";
  }
}
