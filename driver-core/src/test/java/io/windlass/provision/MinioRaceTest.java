package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.secret.Keyring;
import io.windlass.store.Backend;
import io.windlass.store.s3.S3Backend;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioBackends;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

@RealServer(MinioServer.class)
class MinioRaceTest extends RaceContract {
  @TempDir Path directory;
  private final MinioServer server;
  private S3Backend backend;
  private MinioAccounts before;

  MinioRaceTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() {
    Keyring ring = Keyring.parse(Keyring.generate());
    backend = MinioBackends.open(server, directory, () -> ring);
    before = MinioAccounts.of(server);
  }

  @AfterEach
  void close() {
    backend.close();
    assertThat(MinioAccounts.of(server)).isEqualTo(before);
  }

  @Override
  Backend backend() {
    return backend;
  }
}
