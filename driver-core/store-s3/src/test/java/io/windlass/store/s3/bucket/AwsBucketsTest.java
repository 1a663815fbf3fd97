package io.windlass.store.s3.bucket;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.object.S3Capabilities;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

class AwsBucketsTest {
  private static final BucketSettings LOCKED =
      new BucketSettings(
          Optional.empty(),
          true,
          true,
          OptionalLong.empty(),
          OptionalInt.empty(),
          new BucketSettings.Encryption.BackendDefault(),
          Map.of());

  private final StoreErrors errors = S3Errors.of("aws");
  private FakeAwsBuckets fake;
  private S3Clients clients;
  private S3Buckets buckets;

  @BeforeEach
  void start() throws IOException {
    fake = new FakeAwsBuckets();
    clients =
        S3Clients.open(
            S3Connection.to(fake.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
            StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret")));
    buckets =
        new S3Buckets(
            clients, S3Capabilities.of(S3Flavor.NONE), new AwsExtras(clients, errors), errors);
  }

  @AfterEach
  void stop() {
    clients.close();
    fake.close();
  }

  @Test
  void aBucketIsMadeClosedToThePublicAndToPlainHttp() {
    buckets.create("mine", BucketSettings.DEFAULT);
    Map<String, String> made = fake.settings("mine").orElseThrow();
    assertThat(made.get("publicAccessBlock"))
        .contains(
            "<BlockPublicAcls>true<",
            "<IgnorePublicAcls>true<",
            "<BlockPublicPolicy>true<",
            "<RestrictPublicBuckets>true<");
    assertThat(made.get("ownershipControls")).contains("BucketOwnerEnforced");
    assertThat(made.get("policy"))
        .contains(
            "\"Effect\":\"Deny\"",
            "\"aws:SecureTransport\":\"false\"",
            "\"arn:aws:s3:::mine\"",
            "\"arn:aws:s3:::mine/*\"");
  }

  @Test
  void aPolicyThatIsThereStays() {
    String own = "{\"Statement\":[]}";
    buckets.create("mine", BucketSettings.DEFAULT);
    fake.set("mine", "policy", own);
    buckets.create("mine", BucketSettings.DEFAULT);
    assertThat(fake.settings("mine").orElseThrow()).containsEntry("policy", own);
  }

  /** The answer does not say that it was there before. */
  @Test
  void aBucketThatWasThereWithoutLockIsNotTakenForOneWithLock() {
    buckets.create("mine", BucketSettings.DEFAULT);
    assertThatExceptionOfType(DriverException.AlreadyExists.class)
        .isThrownBy(() -> buckets.create("mine", LOCKED))
        .withMessageContaining("without object lock");
  }

  @Test
  void theRegionOfABucketElsewhereIsNamed() {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> buckets.create(FakeAwsBuckets.ELSEWHERE, BucketSettings.DEFAULT))
        .withMessageContaining("the bucket is in region " + FakeAwsBuckets.REGION);
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() ->
            errors.call(
                "look at",
                "key",
                () ->
                    clients
                        .calls()
                        .headObject(of -> of.bucket(FakeAwsBuckets.ELSEWHERE).key("key"))))
        .withMessageContaining("the bucket is in region " + FakeAwsBuckets.REGION);
  }
}
