package io.windlass.volume;

import io.windlass.backend.Backend;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.store.azure.AzureBackends;
import io.windlass.testing.LongForm;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** On the FAKE, an account with directories. */
@LongForm(
    gate = {"LocalVolumesTest", "FakeAzureNodesTest"},
    reason = "the same as on the embedded server, for a minute")
class FakeAzureVolumesTest extends VolumesContract {
  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("volumes", AccountSettings.FLAT.withDirectories());
  private final Backend backend;

  FakeAzureVolumesTest(@TempDir Path directory) throws IOException {
    this.backend = AzureBackends.open(account, directory);
  }

  @BeforeEach
  @Override
  void begin() {
    super.begin();
  }

  @AfterEach
  @Override
  void nothingIsLeft() {
    super.nothingIsLeft();
    backend.close();
    fake.close();
  }

  @Override
  Backend backend() {
    return backend;
  }
}
