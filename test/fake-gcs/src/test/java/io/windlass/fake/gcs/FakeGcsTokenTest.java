package io.windlass.fake.gcs;

import static io.windlass.fake.gcs.GcsClients.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.google.auth.oauth2.ServiceAccountCredentials;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.Storage;
import java.io.ByteArrayInputStream;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.Signature;
import java.time.Instant;
import java.util.Base64;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where access tokens come from. */
@SuppressWarnings("try") // closing a client may be interrupted
class FakeGcsTokenTest {
  private static final String TYPE = "urn:ietf:params:oauth:token-type:";
  private static final String EXCHANGE = "urn:ietf:params:oauth:grant-type:token-exchange";
  private static final String SCOPE = "https://www.googleapis.com/auth/cloud-platform";

  /** One rule at a time: the delays have tests of their own. */
  private final FakeGcs fake = new FakeGcs("project").accessAtOnce().writesAtAnyRate();

  private final String administrator = fake.administrator();
  private final PlainHttp identity = new PlainHttp(fake.identity(), "");

  @AfterEach
  void close() {
    identity.close();
    fake.close();
  }

  private HttpResponse<byte[]> post(String path, Map<String, String> form) {
    return identity.send(
        "POST",
        path,
        form.entrySet().stream()
            .map(pair -> pair.getKey() + "=" + URLEncoder.encode(pair.getValue(), UTF_8))
            .collect(Collectors.joining("&")),
        "Content-Type",
        "application/x-www-form-urlencoded");
  }

  private static String error(HttpResponse<byte[]> response) {
    return PlainHttp.json(response).path("error").asString("");
  }

  private Storage ofKey(String key) throws Exception {
    return GcsClients.options(fake)
        .setCredentials(
            ServiceAccountCredentials.fromStream(new ByteArrayInputStream(key.getBytes(UTF_8))))
        .build()
        .getService();
  }

  @Test
  void theKeyOfAServiceAccount() throws Exception {
    String key = fake.credentials(administrator);
    try (Storage storage = ofKey(key)) {
      assertThat(storage.create(GcsClients.bucket("bucket").build())).isNotNull();
    }
    String other = fake.credentials(fake.serviceAccount("workload"));
    String id = "\"private_key_id\":\"";
    String forged =
        key.substring(0, key.indexOf(id))
            + other.substring(other.indexOf(id), other.indexOf("\"client_email\""))
            + key.substring(key.indexOf("\"client_email\""));
    try (Storage storage = ofKey(forged)) {
      refused(0, () -> storage.get("bucket"));
    }
    assertThat(error(post("/token", Map.of("grant_type", "password"))))
        .isEqualTo("unsupported_grant_type");
  }

  private static Map<String, String> downscoping(String token, String condition) {
    String rule =
        """
        {"accessBoundary":{"accessBoundaryRules":[{"availableResource":\
        "//storage.googleapis.com/projects/_/buckets/bucket","availablePermissions":\
        ["inRole:roles/storage.objectAdmin"],"availabilityCondition":{"expression":"%s"}}]}}\
        """
            .formatted(condition);
    return Map.of(
        "grant_type", EXCHANGE,
        "requested_token_type", TYPE + "access_token",
        "subject_token_type", TYPE + "access_token",
        "subject_token", token,
        "options", rule);
  }

  @Test
  void aDownscopedTokenReachesNoFurther() throws Exception {
    try (Storage storage = GcsClients.of(fake, administrator)) {
      assertThat(storage.create(GcsClients.bucket("bucket").build())).isNotNull();
      assertThat(storage.create(GcsClients.bucket("other").build())).isNotNull();
    }
    String condition =
        "resource.name.startsWith('projects/_/buckets/bucket/objects/in/') ||"
            + " api.getAttribute('storage.googleapis.com/objectListPrefix', '').startsWith('in/')";
    HttpResponse<byte[]> answer =
        post("/v1/token", downscoping(fake.accessToken(administrator), condition));
    String token = PlainHttp.json(answer).path("access_token").asString();
    try (Storage narrow = GcsClients.ofToken(fake, token)) {
      assertThat(narrow.create(BlobInfo.newBuilder("bucket", "in/a").build())).isNotNull();
      assertThat(narrow.list("bucket", Storage.BlobListOption.prefix("in/")).getValues())
          .hasSize(1);
      refused(403, () -> narrow.create(BlobInfo.newBuilder("bucket", "out/a").build()));
      refused(403, () -> narrow.list("bucket"));
      refused(403, () -> narrow.create(BlobInfo.newBuilder("other", "in/a").build()));
      refused(403, () -> narrow.get("bucket"));
      refused(403, () -> narrow.list());
    }
    assertThat(error(post("/v1/token", downscoping(token, "true")))).isEqualTo("invalid_request");
    assertThat(error(post("/v1/token", downscoping("wrong", "true")))).isEqualTo("invalid_grant");
  }

  private static String jwt(KeyPair pair, String issuer, String audience, Instant expires)
      throws Exception {
    String claims =
        """
        {"iss":"%s","aud":["%s"],"sub":"system:serviceaccount:ns:name","exp":%d}\
        """
            .formatted(issuer, audience, expires.getEpochSecond());
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

  private HttpResponse<byte[]> exchange(String audience, String jwt) {
    return post(
        "/v1/token",
        Map.of(
            "grant_type", EXCHANGE,
            "requested_token_type", TYPE + "access_token",
            "subject_token_type", TYPE + "jwt",
            "subject_token", jwt,
            "audience", audience,
            "scope", SCOPE));
  }

  @Test
  void aWorkloadExchangesItsOwnToken() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(1024);
    KeyPair pair = generator.generateKeyPair();
    String audience = fake.trust("pool", "provider", "https://issuer", pair.getPublic());
    Instant later = Instant.now().plusSeconds(600);
    String token =
        PlainHttp.json(exchange(audience, jwt(pair, "https://issuer", "https:" + audience, later)))
            .path("access_token")
            .asString();
    String member =
        "principal:"
            + audience.replace("/providers/provider", "/subject/")
            + "system:serviceaccount:ns:name";
    try (Storage storage = GcsClients.of(fake, administrator);
        Storage workload = GcsClients.ofToken(fake, token);
        PlainHttp http = new PlainHttp(fake.storage(), fake.accessToken(administrator))) {
      assertThat(storage.create(GcsClients.bucket("bucket").build())).isNotNull();
      refused(403, () -> workload.create(BlobInfo.newBuilder("bucket", "a").build()));
      String policy =
          "{\"bindings\":[{\"role\":\"roles/storage.objectUser\",\"members\":[\""
              + member
              + "\"]}]}";
      assertThat(http.send("PUT", "/storage/v1/b/bucket/iam", policy).statusCode()).isEqualTo(200);
      assertThat(workload.create(BlobInfo.newBuilder("bucket", "a").build())).isNotNull();
    }
    assertThat(error(exchange(audience, jwt(pair, "https://other", audience, later))))
        .isEqualTo("invalid_grant");
    assertThat(error(exchange(audience, jwt(pair, "https://issuer", "other", later))))
        .isEqualTo("invalid_grant");
    assertThat(error(exchange(audience, jwt(pair, "https://issuer", audience, Instant.EPOCH))))
        .isEqualTo("invalid_grant");
    assertThat(error(exchange("other", jwt(pair, "https://issuer", audience, later))))
        .isEqualTo("invalid_target");
  }

  @Test
  void aMachineAsksItsMetadataServer() {
    String target = "/computeMetadata/v1/instance/service-accounts/default/token";
    fake.runAs(administrator);
    assertThat(identity.send("GET", target, "").statusCode()).isEqualTo(403);
    HttpResponse<byte[]> answer = identity.send("GET", target, "", "Metadata-Flavor", "Google");
    String token = PlainHttp.json(answer).path("access_token").asString();
    try (PlainHttp http = new PlainHttp(fake.storage(), token)) {
      assertThat(http.send("GET", "/storage/v1/b?project=project", "").statusCode()).isEqualTo(200);
    }
  }
}
