package io.windlass.observe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.ObjectStore;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.S3Config;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** With a server that finds every bucket, and no object. */
class TimedBackendTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory;
  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final HttpServer server;

  TimedBackendTest() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
  }

  @BeforeEach
  void start() throws IOException {
    server.createContext(
        "/",
        exchange -> {
          boolean object = exchange.getRequestURI().getPath().matches("/[^/]+/.+");
          // As MinIO does, so that nobody has to ask whether the bucket is there.
          exchange.getResponseHeaders().add("x-minio-error-code", "NoSuchKey");
          exchange.sendResponseHeaders(object ? 404 : 200, -1);
          exchange.close();
        });
    server.start();
    Files.writeString(directory.resolve("accessKeyId"), "id");
    Files.writeString(directory.resolve("secretAccessKey"), "key");
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private Backend backend() {
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    S3Config config =
        new S3Config(
            "fast",
            S3Flavor.NONE,
            S3Connection.to(endpoint).withTimeouts(PATIENCE, PATIENCE),
            Optional.empty(),
            new SecretDirectory(directory));
    S3Backend backend =
        S3Backend.open(
            config,
            () -> {
              throw new AssertionError("no key is needed");
            });
    return new TimedBackend(backend, meters);
  }

  private Timer timer(String operation, String outcome) {
    return meters
        .get("windlass.backend.call")
        .tags("backend", "fast", "operation", operation, "outcome", outcome)
        .timer();
  }

  @Test
  void callsAreTimedByOutcome() {
    try (Backend backend = backend()) {
      assertThat(backend.buckets().exists("b")).isTrue();
      assertThat(backend.buckets().exists("b")).isTrue();
      ObjectStore objects = backend.objects("b");
      assertThatThrownBy(() -> objects.head("a"))
          .isExactlyInstanceOf(DriverException.NotFound.class);
      assertThat(timer("buckets.exists", "ok").count()).isEqualTo(2);
      assertThat(timer("objects.head", "NotFound").count()).isEqualTo(1);
    }
  }

  @Test
  void pingIsTimedToo() {
    try (Backend backend = backend()) {
      server.stop(0);
      assertThatThrownBy(backend::ping).isExactlyInstanceOf(DriverException.Unavailable.class);
      assertThat(timer("ping", "Unavailable").count()).isEqualTo(1);
    }
  }

  @Test
  void whatAsksNoServerIsNot() {
    try (Backend backend = backend()) {
      assertThat(backend.name()).isEqualTo("fast");
      assertThat(backend.objects("b").bucket()).isEqualTo("b");
      assertThat(backend.access().derivesKeys()).isFalse();
      assertThat(backend.objects("b").toString()).isNotEmpty();
      assertThat(meters.getMeters()).isEmpty();
    }
  }
}
