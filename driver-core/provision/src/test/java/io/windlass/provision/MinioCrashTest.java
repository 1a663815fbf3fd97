package io.windlass.provision;

import io.windlass.backend.Backend;
import io.windlass.testing.LongForm;
import io.windlass.testing.MinioServer;
import io.windlass.testing.RealServer;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

@RealServer(MinioServer.class)
class MinioCrashTest extends CrashContract {
  private static final String SAME = "the same deaths as on the embedded server, for a minute";

  @TempDir Path directory;
  private final MinioServer server;
  private CleanMinio minio;

  MinioCrashTest(MinioServer server) {
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

  @Override
  @TestFactory
  @LongForm(gate = "LocalCrashTest", reason = SAME)
  Stream<DynamicTest> diesAtEveryCallAndTheSameIsAskedAgain() {
    return super.diesAtEveryCallAndTheSameIsAskedAgain();
  }

  @Override
  @TestFactory
  @LongForm(gate = "LocalCrashTest", reason = SAME)
  Stream<DynamicTest> diesAtEveryCallAndTheOppositeIsAsked() {
    return super.diesAtEveryCallAndTheOppositeIsAsked();
  }
}
