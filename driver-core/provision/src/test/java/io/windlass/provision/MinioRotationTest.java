package io.windlass.provision;

import io.windlass.backend.Backend;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;

@RealServer(MinioServer.class)
@LongForm(
    gate = {"FakeIamRotationTest", "MinioCrashTest.nobodyDies"},
    reason = "the same rotations as where keys are numbered")
class MinioRotationTest extends RotationContract {
  private final CleanMinio minio;

  MinioRotationTest(MinioServer server, @TempDir Path directory) {
    this.minio = CleanMinio.open(server, directory);
  }

  @Override
  Backend backend() {
    return minio.backend();
  }

  @Override
  void close() {
    minio.close();
  }
}
