package io.windlass.endtoend;

import io.windlass.backend.BucketSettings;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.LongForm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("COSI on Google, on a FAKE")
@LongForm(gate = "MinioCosiTest", reason = "the same contract on another store")
class FakeGcsCosiTest extends CosiContract {
  /** The workloads of the contract do not try again. */
  private final FakeGcs fake = new FakeGcs("project").accessAtOnce().writesAtAnyRate();

  @TempDir static Path directory;

  @AfterAll
  void close() {
    fake.close();
  }

  @Override
  DriverSetup setup() {
    return DriverSetup.gcs(fake);
  }

  @Override
  StoreDialect dialect() {
    return new GcsDialect(fake.storage());
  }

  @Override
  void makeBucket(String name) {
    try {
      Files.writeString(
          directory.resolve("credentials.json"), fake.credentials(fake.administrator("by-hand")));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    try (GcsBackend backend =
        GcsBackend.open(
            "by-hand",
            GcsConnection.to(fake.storage(), fake.project()),
            Optional.of(new SecretDirectory(directory)))) {
      backend.buckets().create(name, BucketSettings.DEFAULT);
    }
  }

  @Override
  boolean hasVersions() {
    return true;
  }

  @Override
  boolean reachesSeveral() {
    return true;
  }
}
