package io.windlass.store.s3.client;

import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.services.iam.IamClient;

/** The SDK's client for users, beside the clients of the same server's buckets. */
public final class IamClients {
  private IamClients() {}

  /**
   * Makes a client with the credentials, connections and time limits of {@code clients}; nothing is
   * sent. It needs no closing, as all that it holds is theirs.
   *
   * @param endpoint where the server has its IAM API; empty: where AWS has it for the region
   */
  public static IamClient open(S3Clients clients, Optional<URI> endpoint) {
    S3Connection connection = clients.connection();
    return S3Clients.reaching(IamClient.builder(), connection, endpoint)
        .httpClient(clients.http())
        .credentialsProvider(clients.credentials())
        .overrideConfiguration(
            S3Clients.limits(connection).scheduledExecutorService(clients.timers()).build())
        .build();
  }
}
