package io.windlass.store.s3;

import io.windlass.backend.Backend;
import io.windlass.secret.Keyring;
import io.windlass.store.contract.access.AccessAdminContract;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.testing.LongForm;
import io.windlass.testing.Patience;
import io.windlass.testing.RealServer;
import io.windlass.testing.VersityServer;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Access by the IAM of Versity S3 Gateway does what the contract says of it. */
@RealServer(VersityServer.class)
@TestInstance(Lifecycle.PER_CLASS)
@LongForm(
    gate = {"SeaweedFsAccessTest", "VersityGatewayTest"},
    reason = "a further server of what these show")
class VersityAccessTest implements AccessAdminContract {
  private final VersityServer server;
  private S3Backend backend;

  VersityAccessTest(VersityServer server) {
    this.server = server;
  }

  @BeforeAll
  void open(@TempDir Path directory) {
    backend =
        S3Backend.open(
            new S3Config(
                "versity",
                S3Flavor.VERSITYGW,
                S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
                Optional.of(server.iamEndpoint()),
                Optional.empty(),
                new DriverCredentials.Files(server.credentials(directory)),
                Optional.empty()),
            () -> Keyring.parse(Keyring.generate()));
  }

  @AfterAll
  void close() {
    backend.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }
}
