package io.windlass.store.s3.client;

import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.services.sts.StsClient;

/** The SDK's client for sessions, beside the clients of the same server's buckets. */
public final class StsClients {
  private StsClients() {}

  /**
   * Returns where a server has its security token service; empty: where AWS has it for the region.
   *
   * @param configured where it was said to be
   * @param buckets where the server has its buckets: other servers than AWS have both in one place
   */
  public static Optional<URI> endpoint(Optional<URI> configured, URI buckets) {
    return configured.or(() -> Optional.of(buckets).filter(uri -> !AwsEndpoint.is(uri)));
  }

  /**
   * Makes a client with the connections and time limits of {@code clients}; nothing is sent. It
   * needs no closing, as all that it holds is theirs.
   *
   * @param configured where the service was said to be
   * @param credentials by which requests are signed
   */
  public static StsClient open(
      S3Clients clients, Optional<URI> configured, AwsCredentialsProvider credentials) {
    S3Connection connection = clients.connection();
    return S3Clients.reaching(
            StsClient.builder(), connection, endpoint(configured, connection.endpoint()))
        .httpClient(clients.http())
        .credentialsProvider(credentials)
        .overrideConfiguration(
            S3Clients.limits(connection).scheduledExecutorService(clients.timers()).build())
        .build();
  }
}
