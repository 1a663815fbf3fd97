package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.ThrowableProxyUtil;
import ch.qos.logback.core.read.ListAppender;
import com.sun.net.httpserver.HttpExchange;
import io.windlass.backend.Backend;
import io.windlass.connect.CredentialSource;
import io.windlass.connect.KeySource;
import io.windlass.error.DriverException;
import io.windlass.http.Proxies;
import io.windlass.object.Content;
import io.windlass.operation.Deadline;
import io.windlass.secret.Secret;
import io.windlass.store.PutOptions;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Key;
import io.windlass.testing.proxy.ScriptedServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

class S3KeySourcesTest {
  private static final ScriptedServer.Answer STORED =
      exchange -> {
        exchange.getResponseHeaders().add("ETag", "\"e\"");
        exchange.sendResponseHeaders(200, -1);
      };

  @TempDir Path home;

  private final S3Connector connector = new S3Connector();
  private final Map<String, String> environment = new HashMap<>();
  private Path program = Path.of("");
  private Path config = Path.of("");

  @BeforeEach
  void profiles() throws IOException {
    environment.putAll(Map.of("HOME", home.toString(), "AWS_EC2_METADATA_DISABLED", "true"));
    program = home.resolve("program");
    config = Files.createDirectory(home.resolve(".aws")).resolve("config");
    Files.writeString(
        config,
        """
        [default]
        region = eu-1 # home
        [profile dev]
        credential_process = sh %s
        endpoint_url = http://minio:9000
        [profile env]
        role_arn = arn:aws:iam::000000000000:role/a
        credential_source = Environment
        [sso-session corp]
        sso_start_url = https://example.com
        """
            .formatted(program));
  }

  private Optional<KeySource> find(Map<String, String> options) {
    return connector.keySource(options, environment);
  }

  private KeySource dev() {
    return find(Map.of("profile", "dev")).orElseThrow();
  }

  private Backend open(ScriptedServer server, KeySource from, Map<String, String> fields) {
    Map<String, String> all = new HashMap<>(fields);
    all.put("endpoint", server.endpoint().toString());
    return connector.open(
        "mount",
        connector.address("bucket", all),
        new CredentialSource.Text(from::credential),
        Optional.empty(),
        Proxies.none());
  }

  private static void put(Backend backend) {
    backend.objects("bucket").put("key", Content.of(new byte[] {'a'}), PutOptions.DEFAULT);
  }

  private static String signer(HttpExchange request) {
    return String.valueOf(request.getRequestHeaders().getFirst("Authorization"))
        .replaceAll("(?s).*Credential=([A-Z0-9]+)/.*", "$1");
  }

  @Test
  void thePlacesHaveTheOrderOfAwsTools() throws IOException {
    assertThat(find(Map.of())).isEmpty();
    try (ServerSocket metadata = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      environment.put("AWS_EC2_METADATA_DISABLED", "false");
      environment.put(
          "AWS_EC2_METADATA_SERVICE_ENDPOINT", "http://127.0.0.1:" + metadata.getLocalPort());
      assertThat(find(Map.of()).orElseThrow().name()).startsWith("the role of this machine");
    }
    environment.put("AWS_CONTAINER_CREDENTIALS_FULL_URI", "http://169.254.170.23/v1/credentials");
    assertThat(find(Map.of()).orElseThrow().name()).isEqualTo("the agent of this container");
    environment.put("AWS_CONTAINER_AUTHORIZATION_TOKEN", "canary");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> find(Map.of()))
        .withMessageStartingWith("AWS_CONTAINER_AUTHORIZATION_TOKEN is a secret")
        .withMessageEndingWith("in AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE")
        .withMessageNotContaining("canary");
    environment.put("AWS_PROFILE", "dev");
    assertThat(find(Map.of())).contains(dev());
    assertThat(dev().name()).startsWith("profile dev of " + config);
    assertThat(dev().address()).isEqualTo(Map.of("endpoint", "http://minio:9000"));
    environment.put("AWS_WEB_IDENTITY_TOKEN_FILE", "/token");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> find(Map.of()))
        .withMessageStartingWith("AWS_ROLE_ARN must be");
    environment.put("AWS_ROLE_ARN", "arn:aws:iam::000000000000:role/a");
    assertThat(find(Map.of()).orElseThrow().name()).endsWith("by the token in /token");
    assertThat(find(Map.of("profile", "dev"))).contains(dev());
  }

  /** Mounters of other versions have to read it. */
  @Test
  void eachPlaceIsReadAsItWasWritten() {
    Path token = Path.of("/token");
    Optional<URI> sts = Optional.of(URI.create("http://minio:9000"));
    for (DriverCredentials each :
        List.of(
            new DriverCredentials.Anonymous(),
            new DriverCredentials.Container(),
            new DriverCredentials.Instance(),
            new DriverCredentials.Profile("dev", Path.of("/a"), Path.of("/b")),
            new DriverCredentials.WebIdentity("arn", token, "session", sts))) {
      assertThat(S3CredentialText.source(S3CredentialText.of(each), sts)).contains(each);
    }
    assertThat(dev().credential().reveal())
        .isEqualTo(
            "{\"config\":\"%s\",\"credentials\":\"%s\",\"from\":\"profile\",\"profile\":\"dev\",\"protocol\":\"S3\"}"
                .formatted(config, config.resolveSibling("credentials")));
    Secret key = S3CredentialText.of(new S3Key("AKIA", Secret.of("canary")));
    assertThat(S3CredentialText.source(key, sts)).isEmpty();
    assertThatIllegalArgumentException()
        .isThrownBy(() -> S3CredentialText.source(Secret.of("{\"from\":\"canary\"}"), sts))
        .withMessage("the credential is not one of S3");
  }

  @Test
  void aProfileOfCredentialsHasTheRegionOfTheOtherFile() throws IOException {
    Files.writeString(
        home.resolve(".aws/credentials"),
        "[default]\naws_access_key_id = AKIA\naws_secret_access_key = canary\n");
    KeySource found = find(Map.of()).orElseThrow();
    assertThat(found.address()).isEqualTo(Map.of("region", "eu-1"));
    assertThat(found.credential().reveal()).doesNotContain("canary", "AKIA");
  }

  @Test
  void aFileCountsThatIsMadeLater() throws IOException {
    Path credentials = home.resolve(".aws/credentials");
    DriverCredentials later = new DriverCredentials.Profile("later", config, credentials);
    try (SourcedCredentials source =
        new SourcedCredentials(() -> opened(later), "a program", Duration.ofHours(1))) {
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(source::resolveCredentials);
      Files.writeString(
          credentials, "[later]\naws_access_key_id = AKIA\naws_secret_access_key = s\n");
      await()
          .ignoreExceptionsInstanceOf(DriverException.Unauthenticated.class)
          .until(() -> source.resolveCredentials().accessKeyId().equals("AKIA"));
    }
  }

  private static AwsCredentialsProvider opened(DriverCredentials from) {
    return OpenCredentials.of(from, S3Connection.to(URI.create("http://127.0.0.1:1")));
  }

  @Test
  void aProfileThatIsNotThereIsNamed() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> find(Map.of("profile", "prod")))
        .withMessageStartingWith("--profile names the profile 'prod', which is not in " + config)
        .withMessageEndingWith("they have default, dev, env");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> find(Map.of("profile", "env")))
        .withMessageContaining("has credential_source = Environment");
    environment.put("AWS_PROFILE", "default");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> find(Map.of()))
        .withMessageStartingWith("AWS_PROFILE names the profile 'default', which has no key");
  }

  /** The keys that the program gives have ended already, so each is asked for again. */
  @Test
  void keysOfAProgramAreRenewed() throws IOException {
    Path count = home.resolve("count");
    Files.writeString(
        program,
        """
        echo >>%s
        printf '{"Version":1,"AccessKeyId":"AKIA%%s","SecretAccessKey":"s","SessionToken":"t",\
        "Expiration":"2020-01-01T00:00:00Z"}' "$(wc -l <%s | tr -d ' ')"
        """
            .formatted(count, count));
    try (ScriptedServer server = new ScriptedServer(STORED);
        Backend backend = open(server, dev(), Map.of())) {
      put(backend);
      assertThat(server.requests()).extracting(S3KeySourcesTest::signer).contains("AKIA1");
      await()
          .until(() -> {
            put(backend);
            return signer(server.requests().getLast()).equals("AKIA2");
          });
    }
  }

  /** What it prints may be a key that lacks a quote. */
  @Test
  void aProgramThatFailsIsNamedWithoutItsWords() throws IOException {
    ListAppender<ILoggingEvent> log = new ListAppender<>();
    Logger root = (Logger) LoggerFactory.getLogger("ROOT");
    log.start();
    root.addAppender(log);
    try (ScriptedServer server = new ScriptedServer(STORED)) {
      for (String wrong :
          List.of(
              "echo canary >&2; exit 3",
              "echo canary",
              "echo '{\"Version\":\"canary\"}'",
              "echo '{\"Version\":1,\"AccessKeyId\":\"canary\"}'",
              "echo '{\"Version\":1,\"AccessKeyId\":\"a\",\"SecretAccessKey\":\"canary\",\"Expiration\":\"canary\"}'")) {
        Files.writeString(program, wrong + "\n");
        try (Backend backend = open(server, dev(), Map.of())) {
          assertThatExceptionOfType(DriverException.Unauthenticated.class)
              .isThrownBy(() -> put(backend))
              .withMessageContaining("no key from profile dev of " + config)
              .withMessageContaining(wrong.contains("exit") ? "(3)" : "form of AWS's tools")
              .satisfies(thrown -> assertThat(trace(thrown)).doesNotContain("canary"));
        }
      }
      assertThat(server.requests()).isEmpty();
    } finally {
      root.detachAppender(log);
    }
    assertThat(log.list)
        .allSatisfy(event ->
            assertThat(
                    event.getFormattedMessage()
                        + ThrowableProxyUtil.asString(event.getThrowableProxy()))
                .doesNotContain("canary"));
  }

  private static String trace(Throwable thrown) {
    StringWriter text = new StringWriter();
    thrown.printStackTrace(new PrintWriter(text, true));
    return text.toString();
  }

  private static void late(SourcedCredentials slow) {
    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> Deadline.after(Duration.ofMillis(1)).limit(slow::resolveCredentials))
        .withMessageContaining("no key from a program in time");
  }

  @Test
  void nobodyWaitsForAKeyForEver() {
    CountDownLatch answer = new CountDownLatch(1);
    AwsBasicCredentials key = AwsBasicCredentials.create("AKIA", "s");
    try (SourcedCredentials slow =
        sourced(() -> {
          awaited(answer);
          return key;
        })) {
      late(slow);
      answer.countDown();
      await().until(() -> slow.resolveCredentials().equals(key));
    }
  }

  /** The source gives a key, and then waits; operations have the key until it ends. */
  @Test
  void aKeyCountsWhileTheNextOneIsAskedFor() {
    AtomicReference<AwsCredentials> next = new AtomicReference<>();
    for (Optional<Instant> end :
        List.of(Optional.<Instant>empty(), Optional.of(Instant.now().plusSeconds(3600)))) {
      CountDownLatch asked = new CountDownLatch(2);
      CountDownLatch answer = new CountDownLatch(1);
      AwsCredentials first = key("FIRST", end);
      next.set(first);
      try (SourcedCredentials slow =
          sourced(() -> {
            asked.countDown();
            if (asked.getCount() == 0) {
              awaited(answer);
            }
            return next.get();
          })) {
        await()
            .until(() -> {
              assertThat(slow.resolveCredentials()).isEqualTo(first);
              return asked.getCount() == 0;
            });
        assertThat(slow.resolveCredentials()).isEqualTo(first);
        next.set(key("SECOND", Optional.empty()));
        answer.countDown();
        await().until(() -> slow.resolveCredentials().equals(next.get()));
      }
    }
    CountDownLatch never = new CountDownLatch(1);
    AtomicReference<Runnable> before = new AtomicReference<>(() -> {});
    AwsCredentials ended = key("ENDED", Optional.of(Instant.EPOCH));
    try (SourcedCredentials slow =
        sourced(() -> {
          before.get().run();
          return ended;
        })) {
      assertThat(slow.resolveCredentials()).isEqualTo(ended);
      before.set(() -> awaited(never));
      await().untilAsserted(() -> late(slow));
    }
  }

  private static SourcedCredentials sourced(AwsCredentialsProvider source) {
    return new SourcedCredentials(() -> source, "a program", Duration.ofHours(1));
  }

  private static AwsCredentials key(String id, Optional<Instant> end) {
    AwsSessionCredentials.Builder key =
        AwsSessionCredentials.builder().accessKeyId(id).secretAccessKey("s").sessionToken("t");
    end.ifPresent(key::expirationTime);
    return key.build();
  }

  private static void awaited(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** The first two hang, and are ended: one as it takes too long, one with the mount. */
  @Test
  void aProgramThatHangsIsEndedAndAnotherIsStarted() throws IOException {
    Path pids = Files.createFile(home.resolve("pids"));
    Files.writeString(
        program,
        """
        echo $$ >>%s
        test -e %s || sleep 3600
        echo '{"Version":1,"AccessKeyId":"AKIA","SecretAccessKey":"s"}'
        """
            .formatted(pids, home.resolve("well")));
    DriverCredentials from =
        S3CredentialText.source(dev().credential(), Optional.empty()).orElseThrow();
    Supplier<AwsCredentialsProvider> open = () -> opened(from);
    try (SourcedCredentials hanging =
        new SourcedCredentials(open, "a program", Duration.ofHours(1))) {
      late(hanging);
      await().until(() -> !alive(pids).isEmpty());
    }
    await().until(() -> alive(pids).isEmpty());
    try (SourcedCredentials hanging =
        new SourcedCredentials(open, "a program", Duration.ofSeconds(5))) {
      late(hanging);
      await().until(() -> !alive(pids).isEmpty());
      Files.createFile(home.resolve("well"));
      await()
          .ignoreExceptionsInstanceOf(DriverException.Unavailable.class)
          .until(() -> hanging.resolveCredentials().accessKeyId().equals("AKIA"));
      await().until(() -> alive(pids).isEmpty());
    }
  }

  private static List<ProcessHandle> alive(Path pids) throws IOException {
    return Files.readAllLines(pids).stream()
        .map(Long::parseLong)
        .flatMap(pid -> ProcessHandle.of(pid).stream())
        .filter(ProcessHandle::isAlive)
        .toList();
  }

  @Test
  void anonymousRequestsAreNotSigned() throws IOException {
    KeySource nobody = find(Map.of("anonymous", "true")).orElseThrow();
    try (ScriptedServer server = new ScriptedServer(STORED);
        Backend backend = open(server, nobody, Map.of())) {
      put(backend);
      HttpExchange last = server.requests().getLast();
      assertThat(last.getRequestHeaders()).doesNotContainKey("Authorization");
      assertThat(new String(last.getRequestBody().readAllBytes(), StandardCharsets.UTF_8))
          .isEqualTo("a");
    }
  }

  /** By both ways to the server. */
  @Test
  void whoPaysIsSaidInEachRequestAndTheStorageClassWhereAnObjectIsMade() throws IOException {
    KeySource nobody = find(Map.of("anonymous", "true")).orElseThrow();
    Map<String, String> fields = Map.of("requesterPays", "true", "storageClass", "STANDARD_IA");
    try (ScriptedServer server =
            new ScriptedServer(
                STORED,
                ScriptedServer.text("<ListAllMyBucketsResult></ListAllMyBucketsResult>"),
                ScriptedServer.error(404, "NoSuchBucket"));
        Backend backend = open(server, nobody, fields)) {
      put(backend);
      backend.ping();
      List<HttpExchange> requests = server.requests();
      assertThat(requests)
          .hasSize(3)
          .allSatisfy(each ->
              assertThat(each.getRequestHeaders().getFirst("x-amz-request-payer"))
                  .isEqualTo("requester"));
      assertThat(requests)
          .extracting(each -> each.getRequestHeaders().getFirst("x-amz-storage-class"))
          .startsWith("STANDARD_IA")
          .filteredOn("STANDARD_IA"::equals)
          .hasSize(1);
    }
  }

  @Test
  void aStorageClassMustBeOneThatCanBeRead() {
    for (String wrong : List.of("GLACIER", "DEEP_ARCHIVE", "no class")) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(
              () -> connector.address("bucket", Map.of("region", "eu-1", "storageClass", wrong)))
          .withMessageStartingWith("storageClass must be");
    }
  }
}
