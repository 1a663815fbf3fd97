package io.windlass.endtoend;

import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.LongForm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;

@LongForm(gate = "MinioCosiTest", reason = "the same contract on another store")
class LocalCosiTest extends CosiContract {
  private final DriverSetup setup = DriverSetup.local();

  @Override
  DriverSetup setup() {
    return setup;
  }

  /** A bucket is a directory. */
  @Override
  void makeBucket(String name) {
    try {
      Files.createDirectory(setup.data().resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  StoreDialect dialect() {
    return new S3Dialect();
  }

  @Override
  boolean sharesRecords() {
    return false;
  }

  @Override
  boolean reachesSeveral() {
    return true;
  }

  @Override
  boolean hasVersions() {
    return false;
  }
}
