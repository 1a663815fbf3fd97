package io.windlass.volume;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

@RealServer(MinioServer.class)
@LongForm(gate = "LocalVolumesTest", reason = "the same as on the embedded server, for a minute")
class MinioVolumesTest extends VolumesContract {
  @TempDir Path directory;
  private final MinioServer server;
  private Backend backend;
  private MinioAccounts before;

  MinioVolumesTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  @Override
  void begin() {
    Keyring ring = Keyring.parse(Keyring.generate());
    backend = MinioBackends.patient(server, directory, () -> ring);
    before = MinioAccounts.of(server);
    super.begin();
  }

  @AfterEach
  @Override
  void nothingIsLeft() {
    super.nothingIsLeft();
    backend.close();
    assertThat(MinioAccounts.of(server)).isEqualTo(before);
  }

  @Override
  Backend backend() {
    return backend;
  }
}
