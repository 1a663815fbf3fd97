package io.windlass.store.gcs.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.api.client.http.HttpTransport;
import com.google.api.client.http.LowLevelHttpRequest;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.http.Proxies;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectReader;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.GetOptions;
import io.windlass.store.PutOptions;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.GcsBackends;
import io.windlass.store.gcs.access.GcsIam;
import io.windlass.store.gcs.access.GcsNodeTokens;
import io.windlass.store.gcs.object.GcsCapabilities;
import io.windlass.testing.Patience;
import io.windlass.testing.proxy.RecordingProxy;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The driver's identity, on a FAKE")
class GcsCredentialsTest {
  private static final String ISSUER = "https://cluster.example";

  private final FakeGcs fake = new FakeGcs("project");
  @TempDir Path directory;

  @AfterEach
  void close() {
    fake.close();
  }

  private GcsBackend backend() {
    return GcsBackend.open(
        "gcs", GcsBackends.connection(fake), Optional.of(new SecretDirectory(directory)));
  }

  private void put(String text) throws IOException {
    Files.writeString(directory.resolve(GcsCredentials.FILE), text);
  }

  @Test
  void aKeyFileThatIsReplacedIsUsedFromTheNextRequestOn() throws IOException {
    put(fake.credentials(fake.serviceAccount("nobody")));
    try (GcsBackend backend = backend()) {
      assertThatExceptionOfType(DriverException.PermissionDenied.class).isThrownBy(backend::ping);
      put(fake.credentials(fake.administrator()));
      backend.ping();
      put("{}");
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(backend::ping)
          .withMessageContaining("must have the type service_account or external_account");
    }
  }

  /** The service's clock goes on past the life of the token, the driver's does not. */
  @Test
  void aTokenThatEndsEarlyIsReplacedOnce() throws IOException {
    String email = fake.administrator();
    put(fake.credentials(email));
    List<Consumer<GcsBackend>> requests =
        List.of(
            GcsBackend::ping,
            backend -> backend.objects("bucket").head("key"),
            backend ->
                backend.objects("bucket").put("key", Content.of(new byte[3]), PutOptions.DEFAULT),
            backend -> assertThat(content(backend)).hasSize(3),
            backend ->
                assertThat(
                        backend
                            .objects("bucket")
                            .deleteAll(
                                List.of(
                                    new ObjectId("key", Optional.empty()),
                                    new ObjectId("other", Optional.empty()))))
                    .isEmpty());
    try (GcsBackend backend = backend()) {
      backend.buckets().create("bucket", BucketSettings.DEFAULT);
      backend.objects("bucket").put("key", Content.of(new byte[1]), PutOptions.DEFAULT);
      for (Consumer<GcsBackend> request : requests) {
        fake.pass(Duration.ofHours(2));
        request.accept(backend);
      }
      new GcsIam(
              new GcsService(
                  GcsBackends.connection(fake),
                  Optional.of(new SecretDirectory(directory)),
                  GcsBackends.AT_ONCE),
              GcsErrors.of("gcs"))
          .deleteServiceAccount(email);
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(backend::ping)
          .withMessageContaining("no access token");
    }
  }

  private static byte[] content(GcsBackend backend) {
    try (ObjectReader reader = backend.objects("bucket").get("key", GetOptions.ALL)) {
      return reader.readAll(100);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void aTokenOfTheClusterIsExchanged() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(1024);
    KeyPair pair = generator.generateKeyPair();
    String audience = fake.trust("pool", "provider", ISSUER, pair.getPublic());
    fake.grantTo(
        "principal:"
            + audience.replace("/providers/provider", "/subject/")
            + "system:serviceaccount:windlass:driver",
        "roles/storage.admin");
    Path token = directory.resolve("token");
    put(
        """
        {"type": "external_account", "audience": "%s",
         "subject_token_type": "urn:ietf:params:oauth:token-type:jwt",
         "token_url": "https://sts.googleapis.com/v1/token",
         "credential_source": {"file": "%s"}}
        """
            .formatted(audience, token));
    GcsCredentials credentials = credentials(Optional.of(new SecretDirectory(directory)));

    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(credentials::headers)
        .withMessageContaining("no access token")
        .withMessageContaining(token.toString());
    Files.writeString(token, jwt(pair, "another"));
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(credentials::headers)
        .withMessageContaining("no access token");
    Files.writeString(token, jwt(pair, "https:" + audience));
    assertThat(statusOfAList(credentials)).isEqualTo(200);

    // The token service does not say when a token ends that was cut from such a one.
    GcsService service =
        new GcsService(GcsBackends.connection(fake), GcsBackends.AT_ONCE, _ -> credentials);
    AccessModes modes = AccessModes.ofData(AccessMode.READ_ONLY, GcsCapabilities.ALL);
    Instant ends =
        new GcsNodeTokens(service, GcsErrors.of("gcs"))
            .issue(new BucketGrant("volumes", "", modes, Set.of()), "node")
            .expires()
            .orElseThrow();
    assertThat(Duration.between(Instant.now(), ends))
        .isBetween(Duration.ofMinutes(50), Duration.ofHours(1));
  }

  /** The token endpoint, too, and for each of them an exception can be made. */
  @Test
  void allServersAreAskedThroughTheProxyAndErrorsNameIt() throws IOException {
    try (RecordingProxy proxy = RecordingProxy.startFor("user:canary")) {
      try (GcsBackend backend = proxied("http://user:canary@" + proxy.url().getAuthority())) {
        backend.buckets().create("bucket", BucketSettings.DEFAULT);
        backend.objects("bucket").put("key", Content.of(new byte[9]), PutOptions.DEFAULT);
        assertThat(content(backend)).hasSize(9);
        assertThat(proxy.passed())
            .contains(
                "POST " + fake.identity().getAuthority(), "GET " + fake.storage().getAuthority());
        assertThat(backend.remarks())
            .containsExactly("requests go through the proxy " + proxy.url());
      }
    }
    try (GcsBackend backend = proxied("http://user:canary@127.0.0.1:1")) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(backend::ping)
          .withMessageNotContaining("canary");
    }
  }

  private GcsBackend proxied(String proxy) {
    Proxies proxies = Proxies.ofEnvironment(Map.of("http_proxy", proxy));
    return GcsBackends.open(
        fake,
        directory,
        fake.administrator(),
        GcsBackends.connection(fake)
            .withHttp(GcsBackends.connection(fake).http().withProxies(proxies)));
  }

  @Test
  void withoutAFileTheMachineHasAnIdentity() throws Exception {
    GcsCredentials credentials = credentials(Optional.of(new SecretDirectory(directory)));
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(credentials::headers)
        .withMessageContaining("no access token");
    fake.runAs(fake.administrator());
    assertThat(statusOfAList(credentials)).isEqualTo(200);
    assertThat(statusOfAList(credentials(Optional.empty()))).isEqualTo(200);
  }

  private GcsCredentials credentials(Optional<SecretDirectory> files) {
    return new GcsCredentials(
        files,
        new Redirected(new GcsTransport(GcsBackends.connection(fake).http(), GcsBackends.AT_ONCE)),
        Patience.LONG);
  }

  /** Google's library insists on these hosts; their requests go to the fake. */
  private final class Redirected extends HttpTransport {
    private final GcsTransport transport;

    Redirected(GcsTransport transport) {
      this.transport = transport;
    }

    @Override
    protected LowLevelHttpRequest buildRequest(String method, String url) {
      URI asked = URI.create(url);
      assertThat(asked.getHost())
          .isIn("sts.googleapis.com", "metadata.google.internal", "169.254.169.254");
      String query = asked.getRawQuery() == null ? "" : "?" + asked.getRawQuery();
      return transport.buildRequest(method, fake.identity() + asked.getRawPath() + query);
    }
  }

  private int statusOfAList(GcsCredentials credentials) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(fake.storage() + "/storage/v1/b?project=project"));
    credentials
        .headers()
        .forEach((name, values) -> values.forEach(value -> request.header(name, value)));
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
    }
  }

  private static String jwt(KeyPair pair, String audience) throws GeneralSecurityException {
    String claims =
        """
        {"iss":"%s","aud":["%s"],"sub":"system:serviceaccount:windlass:driver","exp":%d}\
        """
            .formatted(ISSUER, audience, Instant.now().plusSeconds(600).getEpochSecond());
    Base64.Encoder encoder = Base64.getUrlEncoder().withoutPadding();
    String text =
        encoder.encodeToString("{\"alg\":\"RS256\"}".getBytes(UTF_8))
            + "."
            + encoder.encodeToString(claims.getBytes(UTF_8));
    Signature signature = Signature.getInstance("SHA256withRSA");
    signature.initSign(pair.getPrivate());
    signature.update(text.getBytes(UTF_8));
    return text + "." + encoder.encodeToString(signature.sign());
  }
}
