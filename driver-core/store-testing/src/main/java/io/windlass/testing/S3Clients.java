package io.windlass.testing;

import io.windlass.secret.Secret;
import java.net.URI;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3ClientBuilder;

/** The plain AWS client, as a workload uses it. */
public final class S3Clients {
  private S3Clients() {}

  /** Returns a path-style client of the server at {@code endpoint}; it does not retry. */
  public static S3Client client(URI endpoint, String accessKeyId, Secret secretAccessKey) {
    return builder(endpoint, accessKeyId, secretAccessKey).build();
  }

  /** Returns one of a server in a region, which counts where AWS is the server. */
  public static S3Client client(
      URI endpoint, String region, String accessKeyId, Secret secretAccessKey) {
    return builder(endpoint, accessKeyId, secretAccessKey).region(Region.of(region)).build();
  }

  /** Returns one that leaves out what servers of others do not know: checksums behind the body. */
  public static S3Client plain(URI endpoint, String accessKeyId, Secret secretAccessKey) {
    return builder(endpoint, accessKeyId, secretAccessKey)
        .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
        .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
        .serviceConfiguration(c -> c.chunkedEncodingEnabled(false))
        .build();
  }

  private static S3ClientBuilder builder(URI endpoint, String accessKeyId, Secret secretAccessKey) {
    return S3Client.builder()
        .endpointOverride(endpoint)
        .region(Region.US_EAST_1)
        .forcePathStyle(true)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(accessKeyId, secretAccessKey.reveal())))
        .httpClientBuilder(
            Apache5HttpClient.builder()
                .connectionTimeout(Patience.LONG)
                .connectionAcquisitionTimeout(Patience.LONG)
                .socketTimeout(Patience.LONG))
        .overrideConfiguration(
            c -> c.apiCallTimeout(Patience.LONG).retryStrategy(DefaultRetryStrategy.doNotRetry()));
  }
}
