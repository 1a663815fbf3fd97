package io.windlass.fake.gcs;

import static io.windlass.fake.gcs.GcsClients.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.cloud.Identity;
import com.google.cloud.Policy;
import com.google.cloud.storage.BlobInfo;
import com.google.cloud.storage.HmacKey;
import com.google.cloud.storage.HmacKey.HmacKeyMetadata;
import com.google.cloud.storage.HmacKey.HmacKeyState;
import com.google.cloud.storage.ServiceAccount;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.Storage.BucketSourceOption;
import com.google.cloud.storage.StorageRoles;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** HMAC keys, and the XML API that takes them. */
class FakeGcsKeyTest {
  /** One rule at a time: the delays have tests of their own. */
  private final FakeGcs fake = new FakeGcs("project").accessAtOnce().writesAtAnyRate();

  private final String administrator = fake.administrator();
  private final Storage storage = GcsClients.of(fake, administrator);
  private final String email = fake.serviceAccount("workload");
  private final ServiceAccount account = ServiceAccount.of(email);

  @BeforeEach
  void makeBucket() {
    assertThat(storage.create(GcsClients.bucket("bucket").build())).isNotNull();
    Policy policy = storage.getIamPolicy("bucket", BucketSourceOption.requestedPolicyVersion(3));
    assertThat(
            storage.setIamPolicy(
                "bucket",
                policy.toBuilder()
                    .addIdentity(StorageRoles.objectAdmin(), Identity.serviceAccount(email))
                    .build()))
        .isNotNull();
  }

  @AfterEach
  void close() throws Exception {
    storage.close();
    fake.close();
  }

  /** Of the SDK of AWS, with what the service does not take turned off. */
  private S3Client s3(String id, String secret) {
    return S3Client.builder()
        .endpointOverride(fake.storage())
        .forcePathStyle(true)
        .region(Region.of("auto"))
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
        .serviceConfiguration(c -> c.chunkedEncodingEnabled(false))
        .overrideConfiguration(c -> c.retryStrategy(r -> r.maxAttempts(1)))
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create(id, secret)))
        .build();
  }

  private static void denied(int status, String code, ThrowingCallable work) {
    assertThatExceptionOfType(S3Exception.class)
        .isThrownBy(work)
        .satisfies(e -> {
          assertThat(e.statusCode()).isEqualTo(status);
          assertThat(e.awsErrorDetails().errorCode()).isEqualTo(code);
        });
  }

  private static RequestBody body(String text) {
    return RequestBody.fromString(text);
  }

  private static String read(S3Client s3, String key) {
    return s3.getObjectAsBytes(r -> r.bucket("bucket").key(key)).asUtf8String();
  }

  @Test
  void aKeySigns() {
    HmacKey key = storage.createHmacKey(account);
    String id = key.getMetadata().getAccessId();
    assertThat(id).hasSize(61);
    assertThat(key.getSecretKey()).hasSize(40);
    try (S3Client s3 = s3(id, key.getSecretKey());
        S3Client wrong = s3(id, "A".repeat(40));
        S3Client unknown = s3("GOOG1EX", key.getSecretKey())) {
      assertThat(
              s3.putObject(
                  r -> r.bucket("bucket").key("d/a b+ü").metadata(Map.of("k", "v")), body("text")))
          .isNotNull();
      assertThat(read(s3, "d/a b+ü")).isEqualTo("text");
      assertThat(s3.headObject(r -> r.bucket("bucket").key("d/a b+ü")).metadata())
          .containsEntry("k", "v");
      assertThat(storage.get("bucket", "d/a b+ü").getMetadata()).containsEntry("k", "v");
      var list = s3.listObjectsV2(r -> r.bucket("bucket").delimiter("/"));
      assertThat(list.commonPrefixes()).hasSize(1);
      denied(404, "NoSuchKey", () -> read(s3, "absent"));
      denied(404, "NoSuchKey", () -> s3.deleteObject(r -> r.bucket("bucket").key("absent")));
      denied(404, "NoSuchBucket", () -> s3.listObjectsV2(r -> r.bucket("absent")));
      denied(403, "SignatureDoesNotMatch", () -> read(wrong, "d/a b+ü"));
      denied(403, "InvalidSecurity", () -> read(unknown, "d/a b+ü"));
      assertThat(s3.deleteObject(r -> r.bucket("bucket").key("d/a b+ü"))).isNotNull();
    }
  }

  @Test
  void conditionsOfTheXmlApi() {
    HmacKey key = storage.createHmacKey(account);
    try (S3Client s3 = s3(key.getMetadata().getAccessId(), key.getSecretKey())) {
      assertThatExceptionOfType(S3Exception.class)
          .isThrownBy(
              () -> s3.putObject(r -> r.bucket("bucket").key("a").ifNoneMatch("*"), body("x")))
          .satisfies(e -> assertThat(e.statusCode()).isEqualTo(501));
    }
    try (PlainHttp http = new PlainHttp(fake.storage(), fake.accessToken(email))) {
      String match = "x-goog-if-generation-match";
      assertThat(http.send("PUT", "/bucket/a", "x", match, "0").statusCode()).isEqualTo(200);
      assertThat(http.send("PUT", "/bucket/a", "x", match, "0").statusCode()).isEqualTo(412);
      assertThat(http.send("PUT", "/bucket/a", "x", "Content-MD5", "AAAA").statusCode())
          .isEqualTo(400);
      assertThat(PlainHttp.text(http.send("PUT", "/bucket/a", "x", match, "0")))
          .contains("<Code>PreconditionFailed</Code>");
      String etag = http.send("GET", "/bucket/a", "").headers().firstValue("ETag").orElseThrow();
      assertThat(http.send("GET", "/bucket/a", "", "If-None-Match", etag).statusCode())
          .isEqualTo(304);
    }
  }

  @Test
  void partsMakeAnObject() {
    HmacKey key = storage.createHmacKey(account);
    byte[] large = new byte[5 << 20];
    try (S3Client s3 = s3(key.getMetadata().getAccessId(), key.getSecretKey())) {
      String id =
          s3.createMultipartUpload(r -> r.bucket("bucket").key("m").contentType("x/y")).uploadId();
      String one =
          s3.uploadPart(
                  r -> r.bucket("bucket").key("m").uploadId(id).partNumber(1),
                  RequestBody.fromBytes(large))
              .eTag();
      String two =
          s3.uploadPart(r -> r.bucket("bucket").key("m").uploadId(id).partNumber(2), body("end"))
              .eTag();
      assertThat(s3.listParts(r -> r.bucket("bucket").key("m").uploadId(id)).parts()).hasSize(2);
      assertThat(s3.listMultipartUploads(r -> r.bucket("bucket")).uploads()).hasSize(1);
      List<CompletedPart> parts =
          List.of(
              CompletedPart.builder().partNumber(1).eTag(one).build(),
              CompletedPart.builder().partNumber(2).eTag(two).build());
      denied(
          400,
          "InvalidPartOrder",
          () ->
              s3.completeMultipartUpload(r ->
                  r.bucket("bucket")
                      .key("m")
                      .uploadId(id)
                      .multipartUpload(m -> m.parts(parts.reversed()))));
      assertThat(
              s3.completeMultipartUpload(r ->
                  r.bucket("bucket").key("m").uploadId(id).multipartUpload(m -> m.parts(parts))))
          .isNotNull();
      denied(
          404,
          "NoSuchUpload",
          () -> s3.abortMultipartUpload(r -> r.bucket("bucket").key("m").uploadId(id)));
    }
    assertThat(storage.get("bucket", "m").getSize()).isEqualTo(large.length + 3);
    assertThat(storage.get("bucket", "m").getMd5()).isNull();
    assertThat(storage.get("bucket", "m").getContentType()).isEqualTo("x/y");
  }

  @Test
  void aKeyHasStates() {
    HmacKey key = storage.createHmacKey(account);
    HmacKeyMetadata meta = key.getMetadata();
    assertThat(put(key)).isTrue();
    refused(400, () -> storage.deleteHmacKey(meta));

    fake.settings().keyStatesTake(Duration.ofMinutes(3));
    fake.pass(Duration.ofMinutes(4));
    HmacKeyMetadata inactive = storage.updateHmacKeyState(meta, HmacKeyState.INACTIVE);
    assertThat(inactive.getState()).isEqualTo(HmacKeyState.INACTIVE);
    assertThat(put(key)).isTrue();
    fake.pass(Duration.ofMinutes(4));
    assertThat(put(key)).isFalse();
    try (PlainHttp http = new PlainHttp(fake.storage(), fake.accessToken(administrator))) {
      String stale = "{\"state\":\"ACTIVE\",\"etag\":\"" + meta.getEtag() + "\"}";
      String target = "/storage/v1/projects/project/hmacKeys/" + meta.getAccessId();
      assertThat(http.send("PUT", target, stale).statusCode()).isEqualTo(412);
    }

    storage.deleteHmacKey(inactive);
    assertThat(storage.getHmacKey(meta.getAccessId()).getState()).isEqualTo(HmacKeyState.DELETED);
    assertThat(storage.listHmacKeys().getValues()).isEmpty();
    assertThat(storage.listHmacKeys(Storage.ListHmacKeysOption.showDeletedKeys(true)).getValues())
        .hasSize(1);
  }

  private boolean put(HmacKey key) {
    try (S3Client s3 = s3(key.getMetadata().getAccessId(), key.getSecretKey())) {
      return s3.putObject(r -> r.bucket("bucket").key("a"), body("x")) != null;
    } catch (S3Exception e) {
      return false;
    }
  }

  @Test
  void anAccountHasTenKeys() {
    for (int i = 0; i < 10; i++) {
      assertThat(storage.createHmacKey(account)).isNotNull();
    }
    refused(429, () -> storage.createHmacKey(account));
    refused(404, () -> storage.createHmacKey(ServiceAccount.of("nobody@example.com")));
    assertThat(storage.create(BlobInfo.newBuilder("bucket", "a").build())).isNotNull();
  }
}
