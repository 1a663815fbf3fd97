package io.windlass.store.azure.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.access.ServiceAccount;
import io.windlass.access.Signing;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureManagement;
import io.windlass.testing.LongForm;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/**
 * What the driver grants with, beside what it reads and writes with: stored policies, keys that are
 * lent, tokens of Entra, and roles. The key, the secret of the identity and its token are
 * recognisable, and the server repeats them in its errors.
 */
class AzureDriverCanaryTest {
  /** It is Base64, too, as keys of accounts are. */
  private static final String CANARY = "CanaryOfTheSecretKey";

  /** What would let somebody in, and cannot be chosen. */
  private static final String SIGNATURE = "(?is).*(sig=[a-z0-9]|bearer [a-z0-9]|sharedkey [a-z]).*";

  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final KeyGeneration KEY =
      new KeyGeneration(1, "2022-11-02.00112233445566778899aabb");

  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final ListAppender<ILoggingEvent> log = new ListAppender<>();
  private final List<Logger> loggers =
      List.of(
          (Logger) LoggerFactory.getLogger("com.azure"),
          (Logger) LoggerFactory.getLogger("io.windlass"));
  @TempDir private Path directory;
  private RepeatingServer server;

  @BeforeEach
  void start() throws IOException {
    log.start();
    for (Logger each : loggers) {
      each.setLevel(Level.TRACE);
      each.addAppender(log);
    }
    server = new RepeatingServer(threads);
  }

  @AfterEach
  void stop() {
    for (Logger each : loggers) {
      each.detachAppender(log);
      each.setLevel(null);
    }
    server.stop();
    threads.close();
  }

  private AzureBackend open() {
    URI endpoint = server.url("/account");
    AzureConnection connection =
        AzureConnection.to(endpoint, "account")
            .withDirectoriesEndpoint(endpoint)
            .withTimeouts(LIMIT, LIMIT)
            .withManagement(
                new AzureManagement(
                    server.url(""),
                    server.url("/manager"),
                    Optional.of("/subscriptions/s/resourceGroups/g/storageAccounts/account"),
                    Optional.of("https://issuer.example"),
                    Duration.ZERO));
    return AzureBackend.open("canary", connection, new SecretDirectory(directory));
  }

  private static BucketGrant grant() {
    return new BucketGrant(
        "bucket",
        "",
        new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY),
        Set.of());
  }

  private static Principal usual() {
    return new Principal("ba", List.of(grant()), Optional.empty());
  }

  private static Principal delegated() {
    return new Principal(
        "ba",
        List.of(grant()),
        Optional.of(Instant.now().plus(Duration.ofHours(1))),
        Optional.empty(),
        Optional.of(Signing.USER_DELEGATION));
  }

  private static Principal serviceAccount() {
    return new Principal(
        "ba",
        List.of(grant()),
        Optional.empty(),
        Optional.of(
            new ServiceAccount(
                "team",
                "app",
                Optional.of(
                    "/subscriptions/s/resourceGroups/g/providers/Microsoft.ManagedIdentity"
                        + "/userAssignedIdentities/app"))),
        Optional.empty());
  }

  /** Both states of a container's policies: none can be read, and none can be set. */
  @ParameterizedTest
  @ValueSource(ints = {200, 400, 403})
  void thePoliciesShowNoKey(int answer) throws IOException {
    Files.writeString(directory.resolve("accountKey"), CANARY);
    server.answer(answer);
    try (AzureBackend backend = open()) {
      everything(ofKeys(backend));
      if (answer == 200) {
        return; // nothing fails, and the driver would wait for a list that has what it set
      }
      Map<String, String> old =
          Map.of(
              "ETag", "\"0x1\"",
              "Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT",
              "Date", "Thu, 01 Jan 2026 00:01:00 GMT",
              "x-ms-lease-id", "00000000-0000-0000-0000-000000000000",
              "Content-Type", "application/xml");
      server.answer("GET", "comp=acl", 200, old, "<?xml version=\"1.0\"?><SignedIdentifiers/>");
      server.answer("PUT", "comp=lease", 201, old, "");
      everything(ofKeys(backend));
    }
  }

  private static List<ThrowingCallable> ofKeys(AzureBackend backend) {
    IssuedKey issued = IssuedKey.unknown(KEY);
    return List.of(
        backend::ping,
        () -> backend.buckets().create("bucket", BucketSettings.DEFAULT),
        () -> backend.buckets().delete("bucket"),
        () -> backend.buckets().list(Optional.empty()),
        () -> backend.access().grant(usual(), KEY, List.of()),
        () -> backend.access().isLive(usual(), issued),
        () -> backend.access().retire(usual(), issued, List.of()),
        () ->
            backend
                .access()
                .revoke(usual(), List.of(issued), List.of(backend.access().derive(usual(), KEY))),
        () -> backend.sessions().orElseThrow().issue(grant(), "node"));
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 401})
  void entraShowsNoSecret(int answer) throws IOException {
    identity("clientSecret");
    server.answer(answer);
    try (AzureBackend backend = open()) {
      everything(ofAnIdentity(backend));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {400, 401})
  void entraShowsNoAssertion(int answer) throws IOException {
    identity("federatedToken");
    server.answer(answer);
    try (AzureBackend backend = open()) {
      everything(ofAnIdentity(backend));
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {302, 400, 401, 403, 412})
  void whoTakesTheTokenShowsNone(int answer) throws IOException {
    identity("clientSecret");
    server.answer(
        "POST",
        "/oauth2/v2.0/token",
        200,
        Map.of("Content-Type", "application/json"),
        "{\"token_type\":\"Bearer\",\"expires_in\":3600,\"access_token\":\"%s\"}"
            .formatted(CANARY));
    server.answer(answer);
    try (AzureBackend backend = open()) {
      everything(ofAnIdentity(backend));
    }
  }

  /** A server that says nothing or is broken is asked several times, with pauses. */
  @ParameterizedTest
  @ValueSource(ints = {0, 500})
  @LongForm(
      gate = "AzureDriverCanaryTest.entraShowsNoSecret",
      reason = "its pauses between tries pass in real time")
  void whoIsAskedAgainShowsNothing(int answer) throws IOException {
    thePoliciesShowNoKey(answer);
    Files.delete(directory.resolve("accountKey"));
    entraShowsNoSecret(answer);
    whoTakesTheTokenShowsNone(answer);
  }

  private void identity(String proof) throws IOException {
    Files.writeString(directory.resolve("tenantId"), "tenant");
    Files.writeString(directory.resolve("clientId"), "client");
    Files.writeString(directory.resolve(proof), CANARY);
  }

  private static List<ThrowingCallable> ofAnIdentity(AzureBackend backend) {
    IssuedKey issued = IssuedKey.unknown(KEY);
    return List.of(
        backend::ping,
        () -> backend.objects("bucket").head("key"),
        () -> backend.buckets().create("bucket", BucketSettings.DEFAULT),
        () -> backend.sessions().orElseThrow().issue(grant(), "node"),
        () -> backend.access().grant(delegated(), KEY, List.of()),
        () -> backend.access().grant(serviceAccount(), KEY, List.of()),
        () -> backend.access().isLive(serviceAccount(), issued),
        () -> backend.access().revoke(serviceAccount(), List.of(issued)));
  }

  private void everything(List<ThrowingCallable> calls) {
    // At once, because each is tried several times.
    List<CompletableFuture<Void>> all =
        calls.stream().map(call -> CompletableFuture.runAsync(() -> tells(call), threads)).toList();
    all.forEach(CompletableFuture::join);
    assertThat(List.copyOf(log.list)).allSatisfy(line -> tellsNothing(line.getFormattedMessage()));
  }

  private static void tells(ThrowingCallable call) {
    Throwable thrown = catchThrowable(call);
    if (thrown != null) {
      assertThat(thrown).isInstanceOf(DriverException.class);
      StringWriter all = new StringWriter();
      thrown.printStackTrace(new PrintWriter(all));
      tellsNothing(all.toString());
    }
  }

  private static void tellsNothing(String text) {
    assertThat(text).doesNotContain(CANARY).doesNotMatch(SIGNATURE);
  }
}
