package io.windlass.store.s3.access;

import io.windlass.access.Credential;
import io.windlass.backend.Backend;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.DriverCredentials;
import io.windlass.store.s3.MinioConfig;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.S3Config;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Role;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Sessions for nodes, on MinIO, whose users the driver need not be able to make. */
@RealServer(MinioServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class RoleSessionsTest implements RoleSessionsContract {
  private final MinioServer server;

  private S3Backend backend;

  RoleSessionsTest(MinioServer server) {
    this.server = server;
  }

  @BeforeAll
  void open(@TempDir Path directory) {
    Keyring ring = Keyring.parse(Keyring.generate());
    backend =
        S3Backend.open(
            new S3Config(
                "store",
                S3Flavor.NONE,
                MinioConfig.connection(server),
                Optional.empty(),
                Optional.empty(),
                new DriverCredentials.Files(server.credentials(directory)),
                Optional.of(new S3Role(ROLE, Optional.empty(), S3Role.SHORTEST))),
            () -> ring);
  }

  @AfterAll
  void close() {
    backend.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public S3Backend as(Credential.Key key) {
    return S3Backend.forData("node", MinioConfig.connection(server), () -> S3Key.of(key));
  }
}
