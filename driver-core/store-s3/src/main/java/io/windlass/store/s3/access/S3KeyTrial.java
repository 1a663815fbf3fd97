package io.windlass.store.s3.access;

import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Key;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * Tries keys as workloads use them: only the server knows when a change of access is effective. It
 * asks for the location of a bucket, which every key that was granted may do, and writes nothing.
 */
final class S3KeyTrial {
  private final S3Clients clients;
  private final StoreErrors errors;

  S3KeyTrial(S3Clients clients, StoreErrors errors) {
    this.clients = clients;
    this.errors = errors;
  }

  /** Returns whether the server accepts a key for one of the principal's buckets. */
  boolean isAccepted(S3Key key, Principal principal) {
    return principal.buckets().stream().anyMatch(grant -> isAccepted(key, grant));
  }

  private boolean isAccepted(S3Key key, BucketGrant grant) {
    StaticCredentialsProvider provider = StaticCredentialsProvider.create(credentials(key));
    try {
      errors.run(
          "try a key on",
          grant.bucket(),
          () ->
              clients
                  .calls()
                  .getBucketLocation(
                      get ->
                          get.bucket(grant.bucket())
                              .overrideConfiguration(
                                  override -> override.credentialsProvider(provider))));
      return true;
    } catch (DriverException.Unauthenticated
        | DriverException.PermissionDenied
        | DriverException.NoSuchBucket e) {
      return false; // With the bucket, access to it is gone.
    }
  }

  private static AwsCredentials credentials(S3Key key) {
    return key.sessionToken()
        .<AwsCredentials>map(
            token ->
                AwsSessionCredentials.create(
                    key.accessKeyId(), key.secretAccessKey().reveal(), token.reveal()))
        .orElseGet(
            () ->
                AwsBasicCredentials.create(key.accessKeyId(), key.secretAccessKey().reveal()));
  }
}
