package io.windlass.store.s3;

import io.windlass.backend.Backend;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.testing.SeaweedFsServer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Supplier;

/** The driver's own backend over a SeaweedFS of the tests. */
public final class SeaweedFsBackends {
  private SeaweedFsBackends() {}

  /** Opens one named {@code seaweedfs}; writes its credentials into {@code directory}. */
  public static Backend open(SeaweedFsServer server, Path directory, Supplier<Keyring> keyring) {
    return S3Backend.open(
        new S3Config(
            "seaweedfs",
            S3Flavor.SEAWEEDFS,
            S3Connection.to(server.endpoint()),
            Optional.empty(),
            server.credentials(directory)),
        keyring);
  }
}
