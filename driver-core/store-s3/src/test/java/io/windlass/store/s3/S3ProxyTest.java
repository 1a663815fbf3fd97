package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.http.Proxies;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.s3.client.S3Key;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import io.windlass.testing.proxy.RecordingProxy;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** MinIO through a proxy; through a tunnel it is asked in another module. */
@RealServer(MinioServer.class)
class S3ProxyTest {
  private static final int LARGE = 3 << 20;

  private final MinioServer server;

  S3ProxyTest(MinioServer server) {
    this.server = server;
  }

  private S3Backend open(Map<String, String> environment) {
    return S3Backend.forData(
        "proxied",
        MinioConfig.connection(server)
            .withHttp(
                MinioConfig.connection(server)
                    .http()
                    .withProxies(Proxies.ofEnvironment(environment))),
        () -> new S3Key(server.rootAccessKey(), server.rootSecret()));
  }

  @Test
  void allRequestsGoThroughTheProxyThatIsToldItsUser() throws IOException {
    try (RecordingProxy proxy = RecordingProxy.startFor("us@er:canary");
        S3Backend backend =
            open(Map.of("http_proxy", "http://us%40er:canary@" + proxy.url().getAuthority()))) {
      String bucket = UniqueName.of("proxy");
      backend.buckets().create(bucket, BucketSettings.DEFAULT);
      ObjectStore objects = backend.objects(bucket);
      byte[] large = new byte[LARGE];
      objects.put("key", Content.of(large), PutOptions.DEFAULT);
      try (ObjectReader reader = objects.get("key", GetOptions.ALL)) {
        assertThat(reader.readAll(LARGE)).isEqualTo(large);
      }
      objects.delete("key", Condition.always());
      backend.buckets().delete(bucket);
      assertThat(proxy.passed())
          .hasSizeGreaterThanOrEqualTo(5)
          .contains("PUT " + server.endpoint().getAuthority());
      assertThat(backend.remarks()).containsExactly("requests go through the proxy " + proxy.url());
    }
  }

  @Test
  void whatIsExceptedIsAskedDirectly() throws IOException {
    try (RecordingProxy proxy = RecordingProxy.start();
        S3Backend backend =
            open(
                Map.of(
                    "http_proxy",
                    proxy.url().toString(),
                    "no_proxy",
                    "localhost,127.0.0.0/8,::1"))) {
      backend.ping();
      assertThat(proxy.passed()).isEmpty();
      assertThat(backend.remarks()).isEmpty();
    }
  }

  @Test
  void errorsNameTheProxyWithoutItsPassword() throws IOException {
    try (RecordingProxy proxy = RecordingProxy.startFor("user:right");
        S3Backend backend =
            open(Map.of("http_proxy", "http://user:canary@" + proxy.url().getAuthority()))) {
      assertThatExceptionOfType(DriverException.class)
          .isThrownBy(backend::ping)
          .withMessageContaining("407")
          .withMessageEndingWith("(through the proxy %s)", proxy.url())
          .withMessageNotContaining("canary");
    }
    try (S3Backend backend = open(Map.of("ALL_PROXY", "http://user:canary@127.0.0.1:1"))) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(backend::ping)
          .withMessageEndingWith("(through the proxy http://127.0.0.1:1)");
    }
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> open(Map.of("ALL_PROXY", "socks5://canary@127.0.0.1:1")))
        .withMessageStartingWith("ALL_PROXY must be an HTTP proxy")
        .withMessageNotContaining("canary");
  }
}
