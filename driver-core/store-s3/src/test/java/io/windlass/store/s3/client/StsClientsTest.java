package io.windlass.store.s3.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.services.sts.StsClient;

/** Where sessions are asked for. Nothing is sent. */
class StsClientsTest {
  private static final URI AWS = URI.create("https://s3.eu-central-1.amazonaws.com");
  private static final URI MINIO = URI.create("https://minio.example:9000");

  @Test
  void awsHasSessionsElsewhereThanBuckets() {
    assertThat(asked(AWS, Optional.empty())).isEmpty();
  }

  @Test
  void otherServersHaveBothInOnePlace() {
    assertThat(asked(MINIO, Optional.empty())).contains(MINIO);
  }

  @Test
  void whatIsConfiguredGoesFirst() {
    URI own = URI.create("https://sts.example");
    assertThat(asked(AWS, Optional.of(own))).contains(own);
    assertThat(asked(MINIO, Optional.of(own))).contains(own);
  }

  /** Returns where the client sends its requests; empty: where the SDK knows the service to be. */
  private static Optional<URI> asked(URI buckets, Optional<URI> configured) {
    try (S3Clients clients =
            S3Clients.open(
                S3Connection.to(buckets), () -> AwsBasicCredentials.create("id", "secret"));
        StsClient sts = StsClients.open(clients, configured, clients.credentials())) {
      return sts.serviceClientConfiguration().endpointOverride();
    }
  }
}
