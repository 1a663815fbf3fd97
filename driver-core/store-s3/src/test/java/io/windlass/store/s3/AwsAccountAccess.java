package io.windlass.store.s3;

import io.windlass.backend.Backend;
import io.windlass.store.contract.access.AccessAdminContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The contract of access on an account of AWS. No test of the build: test/aws/run. */
@TestInstance(Lifecycle.PER_CLASS)
class AwsAccountAccess implements AccessAdminContract {
  private S3Backend backend;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = AwsAccount.given().open(directory);
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
