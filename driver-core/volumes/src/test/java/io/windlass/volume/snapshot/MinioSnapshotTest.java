package io.windlass.volume.snapshot;

import io.windlass.backend.Backend;
import io.windlass.secret.Keyring;
import io.windlass.store.s3.MinioBackends;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

@RealServer(MinioServer.class)
@LongForm(
    gate = {"LocalSnapshotTest", "MinioVersionsTest"},
    reason = "the same contract as on the embedded server, for two minutes")
@Execution(ExecutionMode.CONCURRENT) // each waits until the server keeps versions, again and again
class MinioSnapshotTest extends SnapshotContract {
  private final Backend backend;

  MinioSnapshotTest(MinioServer server, @TempDir Path directory) {
    Keyring ring = Keyring.parse(Keyring.generate());
    this.backend = MinioBackends.patient(server, directory, () -> ring);
  }

  @AfterEach
  void close() {
    backend.close();
  }

  @Override
  Backend backend() {
    return backend;
  }
}
