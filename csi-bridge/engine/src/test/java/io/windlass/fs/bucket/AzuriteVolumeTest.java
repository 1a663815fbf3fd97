package io.windlass.fs.bucket;

import io.windlass.backend.Backend;
import io.windlass.store.azure.AzureBackends;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.LongForm;
import io.windlass.testing.RealServer;
import java.io.IOException;
import java.nio.file.Path;

@LongForm(gate = "MinioVolumeTest", reason = "one server has the whole contract in the gate")
@RealServer(AzuriteServer.class)
class AzuriteVolumeTest extends RealVolumeContract {
  private final AzuriteServer server;

  AzuriteVolumeTest(AzuriteServer server) {
    this.server = server;
  }

  @Override
  Backend open(Path secrets) throws IOException {
    return AzureBackends.open(server, secrets);
  }
}
