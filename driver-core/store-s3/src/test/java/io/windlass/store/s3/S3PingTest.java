package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.secret.Keyring;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.testing.Patience;
import io.windlass.testing.proxy.ScriptedServer;
import io.windlass.testing.proxy.ScriptedServer.Answer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked of a server that should be there. */
class S3PingTest {
  private static final Answer BUCKETS =
      ScriptedServer.text("<ListAllMyBucketsResult><Buckets/></ListAllMyBucketsResult>");

  private final Keyring ring = Keyring.parse(Keyring.generate());
  @TempDir private Path directory;

  private S3Backend backend(ScriptedServer server) throws IOException {
    Files.writeString(directory.resolve("accessKeyId"), "id");
    Files.writeString(directory.resolve("secretAccessKey"), "secret");
    return S3Backend.open(
        new S3Config(
            "fast",
            S3Flavor.MINIO,
            S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
            Optional.empty(),
            new SecretDirectory(directory)),
        () -> ring);
  }

  /** MinIO lists buckets whatever region the request is signed for, and nothing else. */
  @Test
  void aWrongRegionIsFound() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(BUCKETS, ScriptedServer.error(400, "AuthorizationHeaderMalformed"));
        S3Backend backend = backend(server)) {
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(backend::ping)
          .withMessageContaining("the server belongs to another region")
          .withMessageEndingWith("check REGION and ENDPOINT");
    }
  }

  @Test
  void theRegionIsAskedForOnce() throws IOException {
    try (ScriptedServer server =
            new ScriptedServer(BUCKETS, ScriptedServer.error(404, "NoSuchBucket"), BUCKETS);
        S3Backend backend = backend(server)) {
      backend.ping();
      backend.ping();
      assertThat(server.requests()).hasSize(3);
    }
  }
}
