package io.windlass.cosi.sanity.s3;

import io.windlass.cosi.sanity.wire.BucketAddress;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;

/**
 * Makes S3 clients out of what a driver answered, and nothing else: no environment, no profile, no
 * retries. They share one pool of connections.
 */
public final class SanityS3Clients implements AutoCloseable {
  /** Signs where the driver names no region, which is a fault of another check. */
  private static final String ANY_REGION = "us-east-1";

  private final Duration timeout;
  private final SdkHttpClient http;

  /**
   * @param timeout longest that one request may take
   */
  public SanityS3Clients(Duration timeout) {
    this.timeout = timeout;
    this.http =
        Apache5HttpClient.builder().connectionTimeout(timeout).socketTimeout(timeout).build();
  }

  /**
   * A client for one bucket.
   *
   * @param key empty: without any credential
   * @throws IllegalArgumentException where the driver's answer cannot be used as it is
   */
  public S3Session open(BucketAddress.S3 bucket, Optional<WorkloadCredential.S3> key) {
    AwsCredentialsProvider credentials =
        key.<AwsCredentialsProvider>map(k ->
                StaticCredentialsProvider.create(
                    AwsBasicCredentials.create(k.accessKeyId(), k.secretKey())))
            .orElseGet(AnonymousCredentialsProvider::create);
    S3Client client =
        S3Client.builder()
            .httpClient(http)
            .endpointOverride(url(bucket.endpoint()))
            .region(Region.of(bucket.region().isBlank() ? ANY_REGION : bucket.region()))
            .credentialsProvider(credentials)
            .serviceConfiguration(
                S3Configuration.builder()
                    // v1alpha1 does not say; path style works with the most servers.
                    .pathStyleAccessEnabled(bucket.style() != BucketAddress.Style.VIRTUAL)
                    .chunkedEncodingEnabled(false)
                    .build())
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .overrideConfiguration(override ->
                override
                    .retryStrategy(AwsRetryStrategy.doNotRetry())
                    .apiCallTimeout(timeout)
                    .defaultProfileFile(ProfileFile.aggregator().build()))
            .build();
    return new S3Session(client, bucket.bucketId());
  }

  private static URI url(String endpoint) {
    URI url;
    try {
      url = URI.create(endpoint);
    } catch (IllegalArgumentException e) {
      throw new IllegalArgumentException("endpoint '" + endpoint + "' is not a URL", e);
    }
    if (url.getScheme() == null || url.getHost() == null) {
      throw new IllegalArgumentException(
          "endpoint '" + endpoint + "' must be a URL with a scheme and a host");
    }
    return url;
  }

  @Override
  public void close() {
    http.close();
  }
}
