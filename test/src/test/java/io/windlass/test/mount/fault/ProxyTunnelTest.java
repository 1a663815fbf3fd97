package io.windlass.test.mount.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.http.CaCertificate;
import io.windlass.http.HttpSettings;
import io.windlass.http.Proxies;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Key;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Patience;
import io.windlass.testing.RealServer;
import io.windlass.testing.proxy.RecordingProxy;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers behind TLS are asked through a tunnel, whose proxy is told user and password. */
@RealServer(MinioServer.class)
class ProxyTunnelTest {
  @TempDir private Path scratch;

  private TestCertificate certificate;
  private TcpProxy tls;
  private RecordingProxy proxy;
  private Proxies proxies;

  @BeforeEach
  void start(MinioServer server) throws Exception {
    certificate = TestCertificate.make(scratch);
    tls = new TcpProxy(server, certificate);
    proxy = RecordingProxy.startFor("user:word");
    proxies =
        Proxies.ofEnvironment(
            Map.of("HTTPS_PROXY", "http://user:word@" + proxy.url().getAuthority()));
  }

  @AfterEach
  void stop() throws IOException {
    proxy.close();
    tls.close();
  }

  private void assertTunnel() {
    assertThat(proxy.passed())
        .isNotEmpty()
        .allMatch(("CONNECT " + tls.server().endpoint().getAuthority())::equals);
  }

  @Test
  void byTheClientOfS3() {
    MinioServer server = tls.server();
    S3Connection connection =
        S3Connection.to(server.endpoint())
            .withHttp(
                HttpSettings.DEFAULT
                    .withTimeouts(Patience.LONG, Patience.LONG)
                    .withCaCertificate(Optional.of(certificate.pem()))
                    .withProxies(proxies));
    try (S3Backend backend =
        S3Backend.forData(
            "tunnel", connection, () -> new S3Key(server.rootAccessKey(), server.rootSecret()))) {
      backend.ping();
    }
    assertTunnel();
  }

  /** Azure and Google are asked by it. */
  @Test
  void byTheClientOfTheJdk() throws Exception {
    URI health = tls.server().endpoint().resolve("/minio/health/live");
    HttpClient.Builder builder =
        HttpClient.newBuilder().sslContext(CaCertificate.context(Optional.of(certificate.pem())));
    try (HttpClient client = proxies.install(builder).build()) {
      HttpRequest request = proxies.prepared(HttpRequest.newBuilder(health).timeout(Patience.LONG));
      assertThat(client.send(request, BodyHandlers.discarding()).statusCode()).isEqualTo(200);
    }
    assertTunnel();
  }
}
