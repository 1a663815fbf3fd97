package io.windlass.store.s3.object;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.http.HttpAttempts;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.store.Capabilities;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.PutOptions;
import io.windlass.store.s3.bucket.S3Buckets;
import io.windlass.store.s3.bucket.S3Extras;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.testing.MinioServer;
import io.windlass.testing.Patience;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

@RealServer(MinioServer.class)
@DisplayName("Answers of AWS that come late, on a FAKE in front of MinIO")
class AwsLatenessTest {
  private static final Capabilities CAPABILITIES = S3Capabilities.of(S3Flavor.NONE);

  /** All that is set by requests of its own. */
  private static final BucketSettings MANY =
      new BucketSettings(
          Optional.empty(),
          true,
          false,
          OptionalLong.empty(),
          OptionalInt.of(7),
          new BucketSettings.Encryption.BackendDefault(),
          Map.of("a", "b"));

  private final MinioServer server;
  private final StoreErrors errors = S3Errors.of("late");
  private final HttpAttempts attempts = new HttpAttempts(Duration.ofMillis(1));
  private final String bucket = UniqueName.of("late");
  private FakeAws fake;
  private S3Clients clients;
  private S3Buckets buckets;

  AwsLatenessTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  void start() throws IOException {
    fake = new FakeAws(server, 2);
    clients =
        S3Clients.open(
            S3Connection.to(fake.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(server.rootAccessKey(), server.rootSecret().reveal())));
    buckets = new S3Buckets(clients, CAPABILITIES, S3Extras.none(), errors, attempts);
  }

  @AfterEach
  void stop() throws IOException {
    clients.close();
    fake.close();
  }

  private S3Store store() {
    return new S3Store(
        new S3Bucket(
            clients,
            bucket,
            CAPABILITIES,
            errors,
            new OddKeys(),
            new S3Tags(() -> true),
            new S3Annotations(true),
            new RefusedCopies(S3Connection.DEFAULT_MAX_CONNECTIONS)),
        System::nanoTime,
        attempts);
  }

  private static Content text(String text) {
    return Content.of(text.getBytes(UTF_8));
  }

  @Test
  void aNewBucketGetsAllOfItsSettings() {
    buckets.create(bucket, MANY);
    assertThat(buckets.keepsVersions(bucket)).isTrue();
    assertThat(clients.calls().getBucketTagging(of -> of.bucket(bucket)).tagSet()).hasSize(1);
    assertThat(clients.calls().getBucketLifecycleConfiguration(of -> of.bucket(bucket)).rules())
        .hasSize(1);
  }

  /** Else what a program has written to an object that is there would be a conflict. */
  @Test
  void whatIsNotFoundAtOnceIsNotTakenForGone() {
    buckets.create(bucket, BucketSettings.DEFAULT);
    S3Store store = seen();
    ObjectInfo first = store.put("key", text("first"), PutOptions.DEFAULT);
    PutOptions unchanged = PutOptions.DEFAULT.withCondition(Condition.ifMatch(first.revision()));
    for (int refused = 0; refused < 2; refused++) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> buckets.keepVersions(bucket, true));
    }
    buckets.keepVersions(bucket, true);

    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> store.put("key", text("second"), unchanged));
    assertThat(store.seek("key").orElseThrow().revision()).isEqualTo(first.revision());

    store.put("key", text("second"), unchanged);
    assertThat(store.seek("none")).isEmpty();
  }

  @Test
  void aConditionalWriteThatMeetsAnotherIsSentAgain() throws IOException {
    buckets.create(bucket, BucketSettings.DEFAULT);
    S3Store store = seen();
    fake.conflict();
    store.put("key", text("first"), PutOptions.DEFAULT.withCondition(Condition.ifAbsent()));
    try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
      assertThat(new String(reader.readAll(9), UTF_8)).isEqualTo("first");
    }
  }

  /** A credential for a folder of a bucket of Ceph. */
  @Test
  void whatIsMissingIsSoWhereItIsDenied() {
    buckets.create(bucket, BucketSettings.DEFAULT);
    S3Store store = seen();
    ObjectInfo there = store.put("folder/key", text("first"), PutOptions.DEFAULT);
    store.put("folder/none-but-longer", text("other"), PutOptions.DEFAULT);
    fake.denyMissing();
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> store.head("folder/none"))
        .withMessageContaining("no such object is listed");
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() ->
            store.copy(CopySource.of(bucket, "folder/none"), "copy", CopyOptions.DEFAULT, _ -> {}));
    assertThat(store.head("folder/key").revision()).isEqualTo(there.revision());
  }

  /** Returns the store when the server knows the bucket. */
  private S3Store seen() {
    S3Store store = store();
    assertThatExceptionOfType(DriverException.NoSuchBucket.class)
        .isThrownBy(() -> store.head("key"));
    return store;
  }
}
