package io.windlass.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.prometheus.metrics.model.snapshots.MetricSnapshots;
import io.windlass.testing.SilentClients;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class MetricsTest {
  private static InetSocketAddress anyPort() {
    return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
  }

  private static HttpResponse<String> send(Metrics metrics, String method, String path)
      throws IOException, InterruptedException {
    InetSocketAddress address = metrics.address().orElseThrow();
    URI uri = URI.create("http://127.0.0.1:%d%s".formatted(address.getPort(), path));
    HttpRequest request =
        HttpRequest.newBuilder(uri)
            .timeout(Duration.ofMinutes(2))
            .method(method, HttpRequest.BodyPublishers.noBody())
            .build();
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    }
  }

  @Test
  void servesWhatIsRegisteredAndTheProcess() throws Exception {
    try (Metrics metrics = Metrics.serve(anyPort())) {
      metrics.registry().counter("windlass.test", "method", "a").increment(3);
      HttpResponse<String> answer = send(metrics, "GET", "/metrics");
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("Content-Type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
      assertThat(answer.body())
          .contains("windlass_test_total{method=\"a\"} 3.0")
          .contains("jvm_memory_used_bytes")
          .contains("jvm_threads_live_threads")
          .contains("process_files_open_files");
    }
  }

  @Test
  void answersProbes() throws Exception {
    try (Metrics metrics = Metrics.serve(anyPort())) {
      assertThat(send(metrics, "GET", "/healthz").statusCode()).isEqualTo(200);
      HttpResponse<String> head = send(metrics, "HEAD", "/healthz");
      assertThat(head.statusCode()).as("what curl -I asks").isEqualTo(200);
      assertThat(head.headers().firstValue("Content-Length")).as("of GET").hasValue("3");
      assertThat(head.body()).isEmpty();
      assertThat(send(metrics, "GET", "/readyz").statusCode()).as("at the start").isEqualTo(503);
      metrics.readiness(Optional::empty);
      assertThat(send(metrics, "GET", "/readyz").statusCode()).isEqualTo(200);
      metrics.readiness(() -> Optional.of("the mounter does not answer"));
      HttpResponse<String> answer = send(metrics, "GET", "/readyz");
      assertThat(answer.statusCode()).isEqualTo(503);
      assertThat(answer.body()).isEqualTo("the mounter does not answer\n");
      assertThat(send(metrics, "GET", "/healthz").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void clientsThatAreSilentOrDoNotReadHoldUpNobody() throws Exception {
    try (Metrics metrics = Metrics.serve(anyPort());
        SilentClients strangers = new SilentClients()) {
      InetSocketAddress address = metrics.address().orElseThrow();
      for (String begun : List.of("", "GET /metr", "GET /metrics HTTP/1.1\r\nHost: a\r\n\r\n")) {
        strangers.connect(address, 64, begun);
        assertThat(send(metrics, "GET", "/healthz").statusCode()).as(begun).isEqualTo(200);
        assertThat(send(metrics, "GET", "/metrics").statusCode()).as(begun).isEqualTo(200);
      }
    }
  }

  @Test
  void aProbeDoesNotWaitForScrapes() throws Exception {
    CountDownLatch collecting = new CountDownLatch(2);
    CountDownLatch slow = new CountDownLatch(1);
    try (Metrics metrics = Metrics.serve(anyPort());
        ExecutorService scrapers = Executors.newVirtualThreadPerTaskExecutor()) {
      metrics.collect(() -> {
        collecting.countDown();
        try {
          slow.await();
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
        }
        return MetricSnapshots.of();
      });
      try {
        for (int i = 0; i < 20; i++) {
          Future<?> _ = scrapers.submit(() -> send(metrics, "GET", "/metrics"));
        }
        collecting.await();
        assertThat(send(metrics, "GET", "/healthz").statusCode()).isEqualTo(200);
      } finally {
        slow.countDown();
      }
    }
  }

  @Test
  void servesNothingElse() throws Exception {
    try (Metrics metrics = Metrics.serve(anyPort())) {
      for (String path : new String[] {"/", "/metrics/", "/metricsx", "/debug"}) {
        assertThat(send(metrics, "GET", path).statusCode()).as(path).isEqualTo(404);
      }
      HttpResponse<String> post = send(metrics, "POST", "/metrics");
      assertThat(post.statusCode()).isEqualTo(405);
      assertThat(post.headers().firstValue("Allow")).hasValue("GET, HEAD");
    }
  }

  @Test
  void aPortThatIsTakenIsTold() throws Exception {
    try (Metrics metrics = Metrics.serve(anyPort())) {
      InetSocketAddress taken = metrics.address().orElseThrow();
      assertThatThrownBy(() -> Metrics.serve(taken))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("metrics cannot be served on")
          .hasMessageContaining(String.valueOf(taken.getPort()));
    }
  }

  @Test
  void endsWhenItIsClosed() throws Exception {
    Metrics metrics = Metrics.serve(anyPort());
    metrics.close();
    assertThatThrownBy(() -> send(metrics, "GET", "/metrics")).isInstanceOf(IOException.class);
  }

  @Test
  void offTakesMetersAndServesNothing() {
    try (Metrics metrics = Metrics.off()) {
      metrics.registry().counter("windlass.test").increment();
      assertThat(metrics.address()).isEmpty();
    }
  }
}
