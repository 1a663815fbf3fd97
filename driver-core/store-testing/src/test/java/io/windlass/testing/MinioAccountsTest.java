package io.windlass.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.secret.Secret;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

@RealServer(MinioServer.class)
class MinioAccountsTest {
  @Test
  void showUsersAsTheyComeAndGo(PrivateServer<MinioServer> own) {
    MinioServer server = own.server();
    assertThat(MinioAccounts.of(server).users()).isEmpty();
    assertThat(MinioAccounts.of(server).policies()).isEmpty();

    Secret secret = Secret.of("a secret of the test");
    MinioAccounts.addAdministrator(server, "second", secret);
    assertThat(MinioAccounts.of(server).users()).containsExactly("second");
    assertThat(MinioAccounts.of(server).attached()).containsEntry("second", "consoleAdmin");
    try (S3Client client = S3Clients.client(server.endpoint(), "second", secret)) {
      client.createBucket(b -> b.bucket("made-by-the-second"));

      MinioAccounts.remove(server, "second");
      assertThat(MinioAccounts.of(server).users()).isEmpty();
      assertThat(MinioAccounts.of(server).attached()).isEmpty();
      assertThatThrownBy(client::listBuckets).isInstanceOf(S3Exception.class);
    }
  }
}
