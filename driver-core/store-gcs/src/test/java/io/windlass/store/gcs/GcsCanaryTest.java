package io.windlass.store.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.Revision;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsCredentials;
import io.windlass.store.gcs.client.GcsManagement;
import io.windlass.store.gcs.client.GcsSigner;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * Recognisable secrets are sent with everything that the driver and a node can ask of Google, to a
 * server that repeats all of each request in its answer. No exception, whatever caused it, and no
 * line of a log shows a secret, a token, a signature or a signed assertion.
 */
class GcsCanaryTest {
  private static final String CANARY = "CanaryOfTheSecret";
  private static final Duration LIMIT = Duration.ofMinutes(1);
  private static final String SECRET =
      CANARY + "|Signature=[0-9a-f]{8}|eyJ[A-Za-z0-9_-]{12}|PRIVATE KEY";

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final Logger root = (Logger) LoggerFactory.getLogger("ROOT");
  @TempDir private Path directory;
  private HttpServer server;

  /** What the server answers: a status; 0 for none. */
  private volatile int status;

  @BeforeEach
  void start() throws IOException {
    log.start();
    root.addAppender(log);
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::repeat);
    server.start();
  }

  @AfterEach
  void stop() {
    root.detachAppender(log);
    server.stop(0);
    threads.close();
  }

  private void repeat(HttpExchange exchange) throws IOException {
    try (exchange) {
      String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      if (status == 0) {
        return;
      }
      StringBuilder all = new StringBuilder(exchange.getRequestURI().toString());
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> all.append(' ').append(name).append(": ").append(values));
      String text =
          all.append(' ')
              .append(sent)
              .toString()
              .replaceAll("[^ -~]", "")
              .replace("\\", "")
              .replace("\"", "'");
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      byte[] body =
          """
          {"error": {"code": %d, "message": "%s", "errors": [{"reason": "forbidden"}]},
           "access_token": ["%s"], "secret": {"not": "%s"}, "error_description": "%s"}
          """
              .formatted(status, text, CANARY, CANARY, text)
              .getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(status, body.length);
      exchange.getResponseBody().write(body);
    }
  }

  private GcsConnection connection() {
    URI endpoint = URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    return GcsConnection.to(endpoint, "project-1")
        .withManagement(
            new GcsManagement(
                endpoint,
                endpoint,
                Optional.of(GcsBackends.POOL),
                Duration.ofMinutes(1),
                Duration.ZERO))
        .withTimeouts(LIMIT, LIMIT);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 200, 400, 401, 403, 409, 500})
  void noAnswerMakesItShow(int answer) throws IOException {
    status = answer;
    everything();
  }

  @Test
  void noServerAtAllMakesItShow() throws IOException {
    server.stop(0);
    everything();
  }

  private void everything() throws IOException {
    GcsConnection connection = connection();
    List<ThrowingCallable> calls = new ArrayList<>();
    Secret canary = Secret.of(CANARY);
    try (Backend token = GcsBackend.withToken("token", connection, () -> canary);
        Backend key =
            GcsBackend.withKey("key", connection, () -> new GcsSigner("GOOG1EKEY", canary));
        Backend identity =
            GcsBackend.open("own", connection, Optional.of(new SecretDirectory(credentials())))) {
      calls.addAll(ofData(token.objects("bucket")));
      calls.addAll(ofData(key.objects("bucket")));
      calls.addAll(ofData(identity.objects("bucket")));
      calls.addAll(ofBuckets(token));
      calls.addAll(ofAccess(identity));
      // At once, because each is tried several times.
      calls.stream()
          .map(call -> CompletableFuture.runAsync(() -> fails(call), threads))
          .toList()
          .forEach(CompletableFuture::join);
    }
    assertThat(log.list)
        .allSatisfy(line -> assertThat(line.getFormattedMessage()).doesNotContainPattern(SECRET));
  }

  /** The file of a service account, whose tokens this server is asked for. */
  private Path credentials() throws IOException {
    try (FakeGcs fake = new FakeGcs("canary")) {
      String file = fake.credentials(fake.administrator());
      String here =
          file.replace(
              fake.identity().toString(), "http://127.0.0.1:" + server.getAddress().getPort());
      Files.writeString(directory.resolve(GcsCredentials.FILE), here);
    }
    return directory;
  }

  private static List<ThrowingCallable> ofData(ObjectStore store) {
    Content content = Content.of("x".getBytes(StandardCharsets.UTF_8));
    CopySource source = CopySource.of("bucket", "key").withIfMatch(new Revision("1"));
    MultipartUploads uploads = store.uploads();
    Upload upload =
        new Upload(
            "key", "0".repeat(64) + "/01234567-0123-0123-0123-0123456789ab", Optional.empty());
    return List.of(
        () -> store.head("key"),
        () -> store.get("key", GetOptions.ALL).close(),
        () -> store.put("key", content, PutOptions.DEFAULT),
        () -> store.copy(source, "copy", CopyOptions.DEFAULT),
        () -> store.delete("key", Condition.always()),
        () ->
            store
                .deleteAll(List.of(ObjectId.of("key"), ObjectId.of("directory/")))
                .forEach(failure -> tellsNothing(failure.reason())),
        () -> store.list(ListOptions.prefix("").withDelimiter("/"), Optional.empty()),
        () -> store.versions().orElseThrow().list("", Optional.empty()),
        () -> store.metadataUpdates().orElseThrow().update("key", Map.of(), Condition.always()),
        () -> uploads.start("key", PutOptions.DEFAULT),
        () -> uploads.send(upload, 1, content),
        () -> uploads.abort(upload),
        () -> uploads.list("", Optional.empty()),
        store::renames);
  }

  private static List<ThrowingCallable> ofBuckets(Backend backend) {
    return List.of(
        backend::ping,
        () -> backend.buckets().exists("bucket"),
        () -> backend.buckets().create("bucket", BucketSettings.DEFAULT),
        () -> backend.buckets().keepVersions("bucket", true),
        () -> backend.buckets().delete("bucket"));
  }

  private static List<ThrowingCallable> ofAccess(Backend backend) {
    BucketGrant grant =
        new BucketGrant(
            "bucket",
            "",
            new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY),
            Set.of());
    Principal principal = new Principal("account", List.of(grant), Optional.empty());
    KeyGeneration key = new KeyGeneration(1, "");
    IssuedKey issued = IssuedKey.unknown(key);
    return List.of(
        () -> backend.access().grant(principal, key, List.of()),
        () -> backend.access().revoke(principal, List.of(issued)),
        () -> backend.sessions().orElseThrow().issue(grant, "node"));
  }

  private static void fails(ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    if (thrown != null) {
      assertThat(thrown).isInstanceOfAny(DriverException.class, NoSuchElementException.class);
      tellsNothing(thrown);
    }
  }

  private static void tellsNothing(Throwable thrown) {
    StringWriter all = new StringWriter();
    thrown.printStackTrace(new PrintWriter(all));
    assertThat(all.toString()).doesNotContainPattern(SECRET);
  }
}
