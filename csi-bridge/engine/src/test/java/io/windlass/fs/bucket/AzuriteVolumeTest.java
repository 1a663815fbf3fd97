package io.windlass.fs.bucket;

import io.windlass.store.Backend;
import io.windlass.store.azure.AzuriteBackends;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Path;

@RealServer(AzuriteServer.class)
class AzuriteVolumeTest extends RealVolumeContract {
  private final AzuriteServer server;

  AzuriteVolumeTest(AzuriteServer server) {
    this.server = server;
  }

  @Override
  Backend open(Path secrets) throws IOException {
    return AzuriteBackends.open(server, secrets);
  }
}
