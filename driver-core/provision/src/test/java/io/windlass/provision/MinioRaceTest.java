package io.windlass.provision;

import io.windlass.backend.Backend;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

@RealServer(MinioServer.class)
@LongForm(
    gate = {"LocalRaceTest", "MinioCrashTest.nobodyDies"},
    reason = "the same races as on the embedded server, for a minute")
class MinioRaceTest extends RaceContract {
  @TempDir Path directory;
  private final MinioServer server;
  private CleanMinio minio;

  MinioRaceTest(MinioServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() {
    minio = CleanMinio.open(server, directory);
  }

  @AfterEach
  void close() {
    minio.close();
  }

  @Override
  Backend backend() {
    return minio.backend();
  }
}
