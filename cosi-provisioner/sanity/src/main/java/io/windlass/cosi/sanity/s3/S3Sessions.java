package io.windlass.cosi.sanity.s3;

import io.windlass.cosi.sanity.store.Proof;
import io.windlass.cosi.sanity.store.ProxyRule;
import io.windlass.cosi.sanity.store.StoreSession;
import io.windlass.cosi.sanity.store.StoreSessions;
import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.BucketInfo;
import io.windlass.cosi.sanity.wire.StorageProtocol;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.core.checksums.RequestChecksumCalculation;
import software.amazon.awssdk.core.checksums.ResponseChecksumValidation;
import software.amazon.awssdk.http.HttpStatusCode;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache5.Apache5HttpClient;
import software.amazon.awssdk.http.apache5.ProxyConfiguration;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.api.BackoffStrategy;
import software.amazon.awssdk.retries.api.RetryStrategy;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.S3Configuration;

/** Clients of S3; those that go the same way share a connection pool. */
public final class S3Sessions implements StoreSessions {
  /**
   * Region for signatures if the driver names none, which is a fault that another check reports.
   */
  private static final String ANY_REGION = "us-east-1";

  private static final int ATTEMPTS = 5;
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Duration timeout;
  private final ProxyRule proxies;
  private final RetryStrategy retries;
  private final Map<Optional<URI>, SdkHttpClient> pools = new ConcurrentHashMap<>();

  /**
   * Creates the factory.
   *
   * @param timeout longest time that one request may take
   * @param proxies which way requests go
   */
  public S3Sessions(Duration timeout, ProxyRule proxies) {
    this(timeout, proxies, AwsRetryStrategy.doNotRetry());
  }

  /** Returns a factory of clients that send again what is answered with 429. */
  public static S3Sessions patient(Duration timeout, ProxyRule proxies) {
    return new S3Sessions(
        timeout,
        proxies,
        AwsRetryStrategy.doNotRetry().toBuilder()
            .maxAttempts(ATTEMPTS)
            .retryOnException(e ->
                e instanceof AwsServiceException answer
                    && answer.statusCode() == HttpStatusCode.THROTTLING)
            .throttlingBackoffStrategy(BackoffStrategy.fixedDelay(PAUSE))
            .backoffStrategy(BackoffStrategy.fixedDelay(PAUSE))
            .build());
  }

  private S3Sessions(Duration timeout, ProxyRule proxies, RetryStrategy retries) {
    this.timeout = timeout;
    this.retries = retries;
    this.proxies = proxies;
  }

  @Override
  public StorageProtocol protocol() {
    return StorageProtocol.S3;
  }

  @Override
  public StoreSession open(Access access, String bucketId, Proof proof) {
    BucketInfo.S3 bucket =
        access
            .s3Bucket(bucketId)
            .orElseThrow(() -> new IllegalArgumentException("it has no S3 bucket info"));
    WorkloadCredential.S3 key =
        access.s3Key().orElseThrow(() -> new IllegalArgumentException("it has no S3 key"));
    return open(bucket, key, proof);
  }

  /** Returns a client with a key for a bucket, wherever they come from. */
  public StoreSession open(BucketInfo.S3 bucket, WorkloadCredential.S3 key, Proof proof) {
    URI endpoint = url(bucket.endpoint());
    S3Client client =
        S3Client.builder()
            .httpClient(pool(proxies.of(endpoint)))
            .endpointOverride(endpoint)
            .region(Region.of(bucket.region().isBlank() ? ANY_REGION : bucket.region()))
            .credentialsProvider(credentials(key, proof))
            .serviceConfiguration(
                S3Configuration.builder()
                    // v1alpha1 has no field for the style; path style works with the most servers.
                    .pathStyleAccessEnabled(bucket.style() != BucketInfo.Style.VIRTUAL)
                    .chunkedEncodingEnabled(false)
                    .build())
            .requestChecksumCalculation(RequestChecksumCalculation.WHEN_REQUIRED)
            .responseChecksumValidation(ResponseChecksumValidation.WHEN_REQUIRED)
            .overrideConfiguration(override ->
                override
                    .retryStrategy(retries)
                    .apiCallTimeout(timeout)
                    .defaultProfileFile(ProfileFile.aggregator().build()))
            .build();
    return new S3Session(client, bucket.bucketId());
  }

  private static AwsCredentialsProvider credentials(WorkloadCredential.S3 key, Proof proof) {
    return switch (proof) {
      case GRANTED -> secret(key, key.secretKey());
      case FORGED -> secret(key, new StringBuilder(key.secretKey()).reverse() + "x");
      case NONE -> AnonymousCredentialsProvider.create();
    };
  }

  private static AwsCredentialsProvider secret(WorkloadCredential.S3 key, String secret) {
    return StaticCredentialsProvider.create(AwsBasicCredentials.create(key.accessKeyId(), secret));
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

  /** The SDK has its own idea of which proxy is used for what. */
  private SdkHttpClient pool(Optional<ProxyRule.Via> through) {
    return pools.computeIfAbsent(through.map(ProxyRule.Via::proxy), _ -> made(through));
  }

  private SdkHttpClient made(Optional<ProxyRule.Via> through) {
    ProxyConfiguration.Builder proxy =
        ProxyConfiguration.builder()
            .useSystemPropertyValues(false)
            .useEnvironmentVariableValues(false);
    through.ifPresent(named -> {
      proxy.endpoint(named.proxy());
      named
          .login()
          .ifPresent(login ->
              proxy
                  .username(login.getUserName())
                  .password(new String(login.getPassword()))
                  .preemptiveBasicAuthenticationEnabled(true));
    });
    return Apache5HttpClient.builder()
        .connectionTimeout(timeout)
        .socketTimeout(timeout)
        .proxyConfiguration(proxy.build())
        .build();
  }

  @Override
  public void close() {
    pools.values().forEach(SdkHttpClient::close);
  }
}
