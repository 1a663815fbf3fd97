package io.windlass.store.s3;

import io.windlass.secret.Keyring;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.testing.Patience;
import io.windlass.testing.SeaweedFsServer;
import java.nio.file.Path;
import java.util.Optional;

/** How the driver's own backend over a SeaweedFS of the tests is opened. */
final class SeaweedFsConfig {
  private SeaweedFsConfig() {}

  /** Opens it; writes the server's credentials into {@code directory}. */
  static S3Backend open(SeaweedFsServer server, Path directory) {
    return S3Backend.open(
        new S3Config(
            "seaweedfs",
            S3Flavor.SEAWEEDFS,
            S3Connection.to(server.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
            Optional.empty(),
            server.credentials(directory)),
        () -> Keyring.parse(Keyring.generate()));
  }
}
