package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.Content;
import io.windlass.store.DriverException;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectReader;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Answers that a right server does not give, and connections that are used again. */
@Timeout(60)
class AzureTransportTest {
  private static final int LENGTH = 100_000;
  private static final String RIGHT = "right";

  @TempDir private Path directory;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Set<InetSocketAddress> connections = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private HttpServer server;
  private ObjectStore store;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    Files.writeString(directory.resolve("accountKey"), "a2V5");
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/account");
    AzureConnection connection =
        AzureConnection.to(endpoint, "account")
            .withTimeouts(Duration.ofSeconds(1), Duration.ofSeconds(1));
    store =
        AzureBackend.open("scripted", connection, new SecretDirectory(directory)).objects("bucket");
  }

  @AfterEach
  void stop() {
    over.countDown();
    server.stop(0);
    threads.close();
  }

  private void answer(HttpExchange exchange) throws IOException {
    boolean _ = connections.add(exchange.getRemoteAddress());
    String path = exchange.getRequestURI().getPath();
    String key = path.substring(path.lastIndexOf('/') + 1);
    try (exchange) {
      exchange.getRequestBody().readAllBytes();
      exchange.getResponseHeaders().set("ETag", "\"0x1\"");
      switch (key) {
        case "missing" -> {
          exchange.getResponseHeaders().set("x-ms-error-code", "BlobNotFound");
          exchange.sendResponseHeaders(404, 300);
          exchange.getResponseBody().write(new byte[300]);
        }
        case "wrong" -> {
          exchange
              .getResponseHeaders()
              .set("Content-MD5", Base64.getEncoder().encodeToString(new byte[16]));
          exchange.sendResponseHeaders(200, LENGTH);
          exchange.getResponseBody().write(new byte[LENGTH]);
        }
        case "cut", "silent" -> {
          exchange.sendResponseHeaders(200, LENGTH);
          exchange.getResponseBody().write(new byte[LENGTH / 2]);
          exchange.getResponseBody().flush();
          if (key.equals("silent")) {
            over.await();
          }
        }
        case RIGHT -> {
          exchange.sendResponseHeaders(200, LENGTH);
          exchange.getResponseBody().write(new byte[LENGTH]);
        }
        default -> exchange.sendResponseHeaders(201, -1);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private int read(String key) {
    try (ObjectReader reader = store.get(key, GetOptions.ALL)) {
      return reader.readFully(ByteBuffer.allocate(LENGTH));
    }
  }

  @Test
  void aBodyThatEndsEarlyIsUnavailable() {
    assertThat(read(RIGHT)).isEqualTo(LENGTH);
    assertThatExceptionOfType(DriverException.Unavailable.class).isThrownBy(() -> read("cut"));
  }

  @Test
  void aBodyThatFallsSilentIsUnavailableInTime() {
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> read("silent"))
        .withMessageContaining("in time");
  }

  @Test
  void theLastByteComesOnlyWithTheRightChecksum() {
    try (ObjectReader reader = store.get("wrong", GetOptions.ALL)) {
      assertThat(reader.readFully(ByteBuffer.allocateDirect(LENGTH - 1))).isEqualTo(LENGTH - 1);
      for (int call = 0; call < 2; call++) {
        assertThatExceptionOfType(DriverException.Unavailable.class)
            .isThrownBy(() -> reader.read(ByteBuffer.allocate(1)))
            .withMessageContaining("checksum");
      }
    }
  }

  @Test
  void connectionsAreUsedAgain() {
    for (int call = 0; call < 3; call++) {
      store.put("put", Content.of(new byte[LENGTH]), PutOptions.DEFAULT);
      store.put("empty", Content.of(new byte[0]), PutOptions.DEFAULT);
      assertThatExceptionOfType(DriverException.NotFound.class)
          .isThrownBy(() -> store.get("missing", GetOptions.ALL));
      assertThat(read(RIGHT)).isEqualTo(LENGTH);
    }

    assertThat(connections).hasSize(1);
  }
}
