package io.windlass.store.s3.client;

import java.net.URI;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.profiles.ProfileFile;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sts.StsClient;

/** The SDK's client for sessions, beside the clients of the same server's buckets. */
public final class StsClients {
  private StsClients() {}

  /**
   * Makes a client with the credentials, connections and time limits of {@code clients}; nothing is
   * sent. It needs no closing, as all that it holds is theirs.
   */
  public static StsClient open(S3Clients clients, URI endpoint) {
    S3Connection connection = clients.connection();
    return StsClient.builder()
        .httpClient(clients.http())
        .endpointOverride(endpoint)
        .region(Region.of(connection.region()))
        .credentialsProvider(clients.credentials())
        .overrideConfiguration(
            ClientOverrideConfiguration.builder()
                .apiCallTimeout(connection.http().callTimeout())
                .apiCallAttemptTimeout(connection.http().attemptTimeout())
                .retryStrategy(S3Clients.retries())
                .scheduledExecutorService(clients.timers())
                // The driver must not use the settings in a developer's ~/.aws.
                .defaultProfileFile(ProfileFile.aggregator().build())
                .build())
        .build();
  }
}
