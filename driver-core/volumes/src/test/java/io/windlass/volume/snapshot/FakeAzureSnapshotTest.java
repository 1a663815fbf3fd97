package io.windlass.volume.snapshot;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.store.azure.AzureBackends;
import io.windlass.testing.LongForm;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the FAKE, an account that keeps versions, and for a week what was deleted. */
class FakeAzureSnapshotTest extends SnapshotContract {
  private static final AccountSettings KEPT =
      AccountSettings.FLAT.withVersions().withSoftDelete(Duration.ofDays(7));

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("snapshots", KEPT);
  private final Backend backend;

  FakeAzureSnapshotTest(@TempDir Path directory) throws IOException {
    this.backend = AzureBackends.open(account, directory);
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  @Override
  Backend backend() {
    return backend;
  }

  /** A token of this account cannot be limited to a folder. */
  @Override
  @Test
  void restoresFromAFolderOfASharedBucket() {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(super::restoresFromAFolderOfASharedBucket)
        .withMessageContaining("needs a bucket of its own")
        .withMessageContaining("leave parameter bucket out");
  }

  @Override
  @SuppressWarnings("JUnitMethodInvoked") // the same test, elsewhere in the long form
  @Test
  @LongForm(gate = "LocalSnapshotTest", reason = "the same deaths on another backend")
  void whatNobodyCameBackForIsUndoneWhenItIsOldEnough() {
    super.whatNobodyCameBackForIsUndoneWhenItIsOldEnough();
  }

  @Override
  void awaitFreeNames() {
    account.freeNames();
  }
}
