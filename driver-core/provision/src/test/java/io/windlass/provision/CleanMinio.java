package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioServer;
import java.nio.file.Path;

/**
 * A backend of a MinIO server. Closing fails if accounts or policies are left that were not there.
 */
final class CleanMinio implements AutoCloseable {
  private final MinioServer server;
  private final Backend backend;
  private final MinioAccounts before;

  private CleanMinio(MinioServer server, Backend backend, MinioAccounts before) {
    this.server = server;
    this.backend = backend;
    this.before = before;
  }

  /**
   * With a key of its own.
   *
   * @param directory for its secrets
   */
  static CleanMinio open(MinioServer server, Path directory) {
    Keyring ring = Keyring.parse(Keyring.generate());
    Backend backend = MinioBackends.patient(server, directory, () -> ring);
    return new CleanMinio(server, backend, MinioAccounts.of(server));
  }

  Backend backend() {
    return backend;
  }

  @Override
  public void close() {
    backend.close();
    assertThat(MinioAccounts.of(server)).isEqualTo(before);
  }
}
