package io.windlass.store.azure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.operation.Deadline;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.AzureBackend;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Answers that a right server does not give, and connections that are used again. What is shown to
 * fail for want of time has so little that it always does; all else has much.
 */
@Timeout(300)
class AzureTransportTest {
  private static final int LENGTH = 100_000;

  /** More than is ever read, with what waits in the buffers of sockets. */
  private static final long READ = 24L << 20;

  private static final String RIGHT = "right";

  private static final Duration SHORT = Duration.ofMillis(100);

  @TempDir private Path directory;
  private final CountDownLatch over = new CountDownLatch(1);
  private final Set<InetSocketAddress> connections = ConcurrentHashMap.newKeySet();
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicLong sent = new AtomicLong();
  private HttpServer server;
  private ObjectStore store;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::answer);
    server.start();
    Files.writeString(directory.resolve("accountKey"), "a2V5");
    store = within(Patience.LONG);
  }

  private ObjectStore within(Duration limit) {
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/account");
    AzureConnection connection = AzureConnection.to(endpoint, "account").withTimeouts(limit, limit);
    return AzureBackend.open("scripted", connection, new SecretDirectory(directory))
        .objects("bucket");
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
        case "mute" -> over.await();
        case "endless" -> {
          exchange.sendResponseHeaders(403, 0);
          endless(exchange, "<Error><Message>");
        }
        case "bucket" -> {
          exchange.sendResponseHeaders(200, 0);
          endless(exchange, "<EnumerationResults ContainerName=\"bucket\"><Blobs><Blob><Name>");
        }
        case "late" -> {
          over.await();
          exchange.sendResponseHeaders(200, LENGTH);
          exchange.getResponseBody().write(new byte[LENGTH]);
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

  /** Ends some time, so that a test of a client that reads all of it fails. */
  private void endless(HttpExchange exchange, String begin) throws IOException {
    exchange.getResponseBody().write(begin.getBytes(StandardCharsets.UTF_8));
    byte[] piece = "a".repeat(LENGTH).getBytes(StandardCharsets.UTF_8);
    while (sent.addAndGet(LENGTH) < 20 * READ) {
      exchange.getResponseBody().write(piece);
    }
  }

  @Test
  void anAnswerWithoutEndIsGivenUp() {
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> store.list(ListOptions.prefix(""), Optional.empty()))
        .withMessageContaining("a text of more than 65536 bytes");
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(() -> read("endless"))
        .withMessageContaining("403");
    assertThat(sent.get()).isLessThan(READ);
  }

  private int read(String key) {
    return read(store, key);
  }

  private static int read(ObjectStore store, String key) {
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
        .isThrownBy(() -> read(within(SHORT), "silent"))
        .withMessageContaining("in time");
  }

  @Test
  void aServerThatDoesNotAnswerIsUnavailable() {
    ObjectStore hasty = within(SHORT);
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> hasty.head("mute"),
            () -> hasty.put("mute", Content.of(new byte[3]), PutOptions.DEFAULT))) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(call)
          .withMessageContaining("in time");
    }
  }

  /** The limit of the class would end a wait for as long as a call may take. */
  @Test
  void anOperationThatIsOverWaitsNoLonger() {
    ObjectStore patient = within(Duration.ofDays(1));
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> Deadline.after(SHORT).limit(() -> patient.head("mute")));
  }

  /** Time in which this process cannot run is none of the server's. */
  @Test
  void aServerIsSilentByTheClockOfTheOperation() throws Exception {
    AtomicLong clock = new AtomicLong();
    CompletableFuture<Throwable> stood = ending("late", clock);
    await().until(Deadline.after(SHORT.multipliedBy(5))::isOver);
    assertThat(stood).isNotDone();
    CompletableFuture<Throwable> ran = ending("mute", clock);
    await().until(() -> connections.size() == 2);
    clock.addAndGet(SHORT.toNanos());
    assertThat(ran.get()).isInstanceOf(DriverException.Unavailable.class);
    assertThat(stood.get()).isInstanceOf(DriverException.Unavailable.class);

    CompletableFuture<Throwable> answered = ending("late", clock);
    await().until(Deadline.after(SHORT.multipliedBy(5))::isOver);
    over.countDown();
    assertThat(answered.get()).isNull();
  }

  /** How it ends, in a short time by this clock. */
  private CompletableFuture<Throwable> ending(String key, AtomicLong clock) {
    ObjectStore hasty = within(SHORT);
    CompletableFuture<Throwable> end = new CompletableFuture<>();
    Deadline operation = Deadline.after(SHORT, clock::get);
    Thread.ofVirtual()
        .start(() -> end.complete(operation.limit(() -> catchThrowable(() -> read(hasty, key)))));
    return end;
  }

  @Test
  void aServerThatIsGoneIsUnavailable() {
    server.stop(0);
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> store.head(RIGHT));
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
