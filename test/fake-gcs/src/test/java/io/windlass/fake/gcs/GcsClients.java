package io.windlass.fake.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.api.gax.retrying.RetrySettings;
import com.google.auth.oauth2.AccessToken;
import com.google.auth.oauth2.GoogleCredentials;
import com.google.cloud.http.HttpTransportOptions;
import com.google.cloud.storage.BucketInfo;
import com.google.cloud.storage.Storage;
import com.google.cloud.storage.StorageException;
import com.google.cloud.storage.StorageOptions;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Google's client for the fake. */
final class GcsClients {
  /** Milliseconds: longer than any machine stands still. */
  private static final int PATIENCE = 120_000;

  private GcsClients() {}

  /** Returns a client with a token, without retries. */
  static Storage ofToken(FakeGcs fake, String token) {
    return options(fake)
        .setCredentials(
            GoogleCredentials.create(
                new AccessToken(token, Date.from(Instant.now().plusSeconds(3600)))))
        .build()
        .getService();
  }

  static StorageOptions.Builder options(FakeGcs fake) {
    return StorageOptions.http()
        .setHost(fake.storage().toString())
        .setProjectId(fake.project())
        .setTransportOptions(
            HttpTransportOptions.newBuilder()
                .setConnectTimeout(PATIENCE)
                .setReadTimeout(PATIENCE)
                .build())
        .setRetrySettings(RetrySettings.newBuilder().setMaxAttempts(1).build());
  }

  static Storage of(FakeGcs fake, String email) {
    return ofToken(fake, fake.accessToken(email));
  }

  /** One with uniform access and without soft deletion. */
  static BucketInfo.Builder bucket(String name) {
    return BucketInfo.newBuilder(name)
        .setSoftDeletePolicy(
            BucketInfo.SoftDeletePolicy.newBuilder().setRetentionDuration(Duration.ZERO).build())
        .setIamConfiguration(
            BucketInfo.IamConfiguration.newBuilder()
                .setIsUniformBucketLevelAccessEnabled(true)
                .build());
  }

  static void refused(int status, ThrowingCallable work) {
    assertThatExceptionOfType(StorageException.class)
        .isThrownBy(work)
        .satisfies(refused -> assertThat(refused.getCode()).isEqualTo(status));
  }
}
