package io.windlass.store.s3.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.s3.MinioConfig;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.S3Config;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Connection.Encryption;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Key;
import io.windlass.testing.MinioServer;
import io.windlass.testing.MinioSession;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;

/** What is particular to MinIO: the contract of all backends is tested elsewhere. */
@RealServer(MinioServer.class)
class MinioAccessTest {
  private static final String EVERYTHING =
      """
      {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:*"],\
      "Resource":["arn:aws:s3:::*"]}]}\
      """;

  private final MinioServer server;
  private final Keyring ring = Keyring.parse(Keyring.generate());
  private final String account = UniqueName.of("ba");
  private final String bucket = UniqueName.of("bucket");

  @TempDir private Path directory;
  private S3Backend backend;
  private AccessAdmin access;
  private S3Clients clients;
  private MinioAdmin admin;
  private Principal principal;
  private KeyGeneration generation;
  private IssuedKey key;
  private S3Key credential;

  MinioAccessTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  void grant() {
    backend = S3Backend.open(MinioConfig.of(server, directory), () -> ring);
    AwsCredentials root =
        AwsBasicCredentials.create(server.rootAccessKey(), server.rootSecret().reveal());
    clients = S3Clients.open(MinioConfig.connection(server), () -> root);
    admin = MinioAdmin.begin(new MinioCalls(clients, S3Errors.of("test")));
    access = backend.access();
    backend.buckets().create(bucket, BucketSettings.DEFAULT);
    principal = principal(account, bucket);
    generation = access.generation(1);
    key = IssuedKey.unknown(generation);
    credential = S3Key.of(access.grant(principal, generation, List.of()).credential());
  }

  @AfterEach
  void remove() {
    access.revoke(principal, List.of(key));
    backend.buckets().delete(bucket);
    clients.close();
    backend.close();
  }

  @Test
  void aPolicyThatWasWidenedByHandIsNoticedAndPutRight() {
    admin.putPolicy(MinioAccess.policyName(account), EVERYTHING);
    assertThat(access.isLive(principal, key)).isFalse();

    assertThat(access.grant(principal, generation, List.of()).credential())
        .isEqualTo(credential.credential());

    assertThat(access.isLive(principal, key)).isTrue();
    assertThat(
            S3Policy.same(
                admin.findPolicy(MinioAccess.policyName(account)).orElseThrow(), EVERYTHING))
        .isFalse();
  }

  /**
   * A policy that denies writes without the header of an encryption: of a bucket on AWS, of the
   * user here, as MinIO asks those of buckets only for strangers. Unlike AWS, it demands the header
   * of parts, too, which AWS refuses with it: so uploads are only begun.
   */
  @Test
  void eachWriteAsksForTheEncryptionThatAPolicyDemands() {
    admin.putPolicy(
        MinioAccess.policyName(account),
        """
        {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Action":["s3:*"],\
        "Resource":["arn:aws:s3:::*"]},{"Effect":"Deny","Action":["s3:PutObject"],\
        "Resource":["arn:aws:s3:::*"],"Condition":{"StringNotEquals":\
        {"s3:x-amz-server-side-encryption":"aws:kms"}}}]}\
        """);
    S3Connection plain = MinioConfig.connection(server);
    S3Connection encrypting =
        plain.withEncryption(Encryption.of(Optional.of("aws:kms"), Optional.empty()));
    ObjectStore all = backend.objects(bucket);
    all.put("there", Content.of(new byte[1]), PutOptions.DEFAULT);
    CopySource there = CopySource.of(bucket, "there");
    Map<String, Consumer<ObjectStore>> writes =
        Map.of(
            "put", store -> store.put("put", Content.of(new byte[1]), PutOptions.DEFAULT),
            "copy", store -> store.copy(there, "copy", CopyOptions.DEFAULT));
    try (S3Backend without = S3Backend.forData("plain", plain, () -> credential);
        S3Backend with = S3Backend.forData("encrypting", encrypting, () -> credential)) {
      writes.forEach((key, write) -> {
        assertThatExceptionOfType(DriverException.PermissionDenied.class)
            .as(key)
            .isThrownBy(() -> write.accept(without.objects(bucket)));
        write.accept(with.objects(bucket));
        assertThat(all.head(key).properties().opaque())
            .containsEntry("x-amz-server-side-encryption", "aws:kms");
      });
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> without.objects(bucket).uploads().start("upload", PutOptions.DEFAULT));
      MultipartUploads uploads = with.objects(bucket).uploads();
      uploads.abort(uploads.start("upload", PutOptions.DEFAULT));
      assertThat(with.locate(bucket).fields()).containsEntry("sse", "aws:kms");
    } finally {
      all.deleteAll(Stream.of("there", "put", "copy").map(ObjectId::of).toList());
    }
  }

  @Test
  void whatEndangersABucketIsSeen() {
    assertThat(backend.buckets().dangers(bucket)).isEmpty();
    backend
        .buckets()
        .amend(
            bucket,
            new BucketSettings(
                Optional.empty(),
                false,
                false,
                OptionalLong.empty(),
                OptionalInt.of(30),
                new BucketSettings.Encryption.BackendDefault(),
                Map.of()));
    clients
        .calls()
        .putBucketPolicy(put ->
            put.bucket(bucket)
                .policy(
                    """
                    {"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":{"AWS":["*"]},\
                    "Action":["s3:GetObject"],"Resource":["arn:aws:s3:::%s/*"]}]}\
                    """
                        .formatted(bucket)));
    assertThat(backend.buckets().dangers(bucket))
        .hasSize(2)
        .anySatisfy(danger -> assertThat(danger).contains("lifecycle rule", "deletes objects"))
        .anySatisfy(danger -> assertThat(danger).contains("s3:GetObject", "to everybody"));
  }

  @Test
  void aUserThatSomebodyDisabledIsNotJustMissing() {
    assertThat(access.disabled(principal, key)).isEmpty();
    MinioCalls calls = new MinioCalls(clients, S3Errors.of("test"));
    byte[] _ =
        calls.make(
            MinioCalls.Call.put(
                "set-user-status",
                Map.of("accessKey", credential.accessKeyId(), "status", "disabled")),
            "disable",
            credential.accessKeyId(),
            calls.deadline());

    assertThat(access.isLive(principal, key)).isFalse();
    assertThat(access.disabled(principal, key).orElseThrow())
        .contains("mc admin user enable ALIAS " + credential.accessKeyId());

    admin.removeUser(credential.accessKeyId());
    assertThat(access.disabled(principal, key)).as("gone is not disabled").isEmpty();
  }

  @Test
  void aUserThatWasGivenAnotherPolicyIsNoticedAndPutRight() {
    admin.attach("readwrite", credential.accessKeyId());
    assertThat(access.isLive(principal, key)).isFalse();

    access.grant(principal, generation, List.of());

    assertThat(admin.findUser(credential.accessKeyId()).orElseThrow())
        .isEqualTo(new MinioAdmin.User(true, Set.of(MinioAccess.policyName(account))));
  }

  /** Its calls carry its token; the keys that it grants have none, and outlive it. */
  @Test
  void theDriversOwnKeyMayBeThatOfASession(@TempDir Path files) throws IOException {
    MinioSession session = MinioSession.start(server);
    Files.writeString(files.resolve("accessKeyId"), session.accessKeyId());
    Files.writeString(files.resolve("secretAccessKey"), session.secretAccessKey().reveal());
    S3Config config =
        new S3Config(
            "session",
            S3Flavor.MINIO,
            MinioConfig.connection(server),
            Optional.empty(),
            new SecretDirectory(files));
    try (S3Backend driver = S3Backend.open(config, () -> ring)) {
      assertThatExceptionOfType(DriverException.Unauthenticated.class).isThrownBy(driver::ping);
      Files.writeString(files.resolve("sessionToken"), session.sessionToken().reveal());
      driver.ping();
      assertThat(driver.access().grant(principal, generation, List.of()).credential())
          .isEqualTo(credential.credential());
    }
  }

  @Test
  void revokingLeavesNothingBehind() {
    assertThat(admin.policies()).contains(MinioAccess.policyName(account));

    access.revoke(principal, List.of(key));

    assertThat(admin.policies()).doesNotContain(MinioAccess.policyName(account));
    assertThat(admin.findUser(credential.accessKeyId())).isEmpty();
  }

  @Test
  void aPolicyThatSomebodyElseUsesIsNotPulledAway() {
    String stranger = UniqueName.of("stranger");
    admin.putUser(stranger, Secret.of("stranger-secret"));
    try {
      admin.attach(MinioAccess.policyName(account), stranger);
      assertThatExceptionOfType(DriverException.InUse.class)
          .isThrownBy(() -> access.revoke(principal, List.of(key)))
          .withMessageContaining("detach");
      assertThat(access.isLive(principal, key)).as("its own key is gone all the same").isFalse();
    } finally {
      admin.removeUser(stranger);
    }
  }

  @Test
  void aGenerationWhoseDriverKeyIsGoneSaysSo() {
    Keyring other = Keyring.parse(Keyring.generate());
    try (S3Backend elsewhere =
        S3Backend.open(MinioConfig.of(server, directory.resolve("elsewhere")), () -> other)) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> elsewhere.access().derive(principal, generation))
          .withMessageContaining("put it back");
      elsewhere.access().revoke(principal, List.of(key));
    }
    assertThat(access.isLive(principal, key)).as("revoking needs no key").isFalse();
  }

  @Test
  void moreBucketsThanAPolicyHoldsAreRefused() {
    List<BucketGrant> many =
        IntStream.range(0, 400).mapToObj(i -> grantOf("%s-%04d".formatted(bucket, i))).toList();
    assertThatExceptionOfType(DriverException.OutOfRange.class)
        .isThrownBy(() -> access.check(new Principal(account, many, Optional.empty())))
        .withMessageContaining("400 buckets");
  }

  @Test
  void manyBucketsFitOnOneKey() {
    List<BucketGrant> many =
        IntStream.range(0, 50).mapToObj(i -> grantOf("%s-%04d".formatted(bucket, i))).toList();
    Principal wide = new Principal(account, many, Optional.empty());
    access.grant(wide, generation, List.of());
    assertThat(access.isLive(wide, key)).isTrue();
  }

  @Test
  void aQuotaIsSetAndLifted() {
    BucketSettings limited =
        new BucketSettings(
            Optional.empty(),
            false,
            false,
            OptionalLong.of(1 << 20),
            OptionalInt.empty(),
            new BucketSettings.Encryption.BackendDefault(),
            Map.of());
    ObjectStore objects = backend.objects(bucket);
    Content large = Content.of(new byte[(1 << 20) + 1]);

    backend.buckets().update(bucket, limited);
    assertThat(admin.quota(bucket)).hasValue(1 << 20);
    assertThatExceptionOfType(DriverException.QuotaExceeded.class)
        .isThrownBy(() -> objects.put("large", large, PutOptions.DEFAULT));

    backend.buckets().update(bucket, BucketSettings.DEFAULT);
    assertThat(admin.quota(bucket)).isEmpty();
    objects.put("large", large, PutOptions.DEFAULT);
    objects.delete("large", Condition.always());
  }

  @Test
  void anotherAdministratorsKeyIsUsedFromTheNextCallOn() throws IOException {
    String first = administrator();
    String second = administrator();
    use(first);
    access.grant(principal, generation, List.of());
    use(second);
    admin.removeUser(first);

    access.grant(principal, generation, List.of());
    backend.ping();
    assertThat(backend.buckets().exists(bucket)).isTrue();

    use(first);
    assertThatExceptionOfType(DriverException.Unauthenticated.class).isThrownBy(backend::ping);
    assertThatExceptionOfType(DriverException.Unauthenticated.class)
        .isThrownBy(() -> access.grant(principal, generation, List.of()));

    server.credentials(directory);
    admin.removeUser(second);
  }

  private String administrator() {
    String name = UniqueName.of("admin");
    admin.putUser(name, Secret.of("secret-of-" + name));
    admin.attach("consoleAdmin", name);
    return name;
  }

  private void use(String administrator) throws IOException {
    Files.writeString(directory.resolve("accessKeyId"), administrator);
    Files.writeString(directory.resolve("secretAccessKey"), "secret-of-" + administrator);
  }

  private static Principal principal(String account, String bucket) {
    return new Principal(account, List.of(grantOf(bucket)), Optional.empty());
  }

  private static BucketGrant grantOf(String bucket) {
    AccessModes modes = new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
    return new BucketGrant(bucket, "", modes, Set.of());
  }
}
