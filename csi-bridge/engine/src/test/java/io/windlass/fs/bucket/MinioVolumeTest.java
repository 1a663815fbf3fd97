package io.windlass.fs.bucket;

import io.windlass.backend.Backend;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.BothForms;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.nio.file.Path;

@BothForms
@RealServer(MinioServer.class)
class MinioVolumeTest extends RealVolumeContract {
  private final MinioServer server;

  MinioVolumeTest(MinioServer server) {
    this.server = server;
  }

  @Override
  Backend open(Path secrets) {
    Keyring keyring = Keyring.parse(Keyring.generate());
    return MinioBackends.open(server, secrets, () -> keyring);
  }
}
