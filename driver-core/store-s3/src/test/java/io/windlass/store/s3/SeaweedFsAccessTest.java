package io.windlass.store.s3;

import io.windlass.backend.Backend;
import io.windlass.store.contract.access.AccessAdminContract;
import io.windlass.testing.RealServer;
import io.windlass.testing.SeaweedFsServer;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Access by IAM keeps the contract on SeaweedFS: of the servers with AWS's API for users, it
 * enforces what that grants. One test at a time: while users are changed, it was observed to give
 * others for moments more of their buckets than their policies say.
 */
@RealServer(SeaweedFsServer.class)
@TestInstance(Lifecycle.PER_CLASS)
class SeaweedFsAccessTest implements AccessAdminContract {
  private final SeaweedFsServer server;
  private S3Backend backend;

  SeaweedFsAccessTest(SeaweedFsServer server) {
    this.server = server;
  }

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = SeaweedFsConfig.open(server, directory);
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
