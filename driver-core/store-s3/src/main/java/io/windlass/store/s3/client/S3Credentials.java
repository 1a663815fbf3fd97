package io.windlass.store.s3.client;

import java.util.function.Supplier;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/**
 * A key in the form of the SDK.
 *
 * @param key asked for every request, so a rotated key is used from the next request on
 */
public record S3Credentials(Supplier<S3Key> key) implements AwsCredentialsProvider {
  @Override
  public AwsCredentials resolveCredentials() {
    S3Key now = key.get();
    String secret = now.secretAccessKey().reveal();
    return now.sessionToken()
        .<AwsCredentials>map(
            token -> AwsSessionCredentials.create(now.accessKeyId(), secret, token.reveal()))
        .orElseGet(() -> AwsBasicCredentials.create(now.accessKeyId(), secret));
  }
}
