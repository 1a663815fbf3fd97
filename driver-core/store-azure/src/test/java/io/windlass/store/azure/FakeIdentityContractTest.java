package io.windlass.store.azure;

import io.windlass.backend.Backend;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.testing.LongForm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The contract holds with an identity where no key is accepted, on the FAKE. */
@LongForm(
    gate = {"FakeAzureContractTest", "AzureEntraTest", "FakeAzureIdentityTest"},
    reason = "One thing once: the contract is shown with a key.")
@TestInstance(Lifecycle.PER_CLASS)
class FakeIdentityContractTest implements ObjectStoreContract, BucketAdminContract {
  private final FakeAzure fake = new FakeAzure();
  private FakeAccount account;
  private AzureBackend backend;

  @BeforeAll
  void open(@TempDir Path directory) throws IOException {
    account = fake.add("contract", AccountSettings.FLAT.withVersions().withoutSharedKey());
    backend = FakeIdentities.open(fake, account, directory);
  }

  @AfterAll
  void close() {
    backend.close();
    fake.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public BucketView look(String bucket) {
    BucketView view = ContainerView.of(account.metadataOf(bucket));
    boolean locked = account.isLockable(bucket);
    int days = (int) account.retentionOf(bucket).toDays();
    OptionalInt retained = days > 0 ? OptionalInt.of(days) : OptionalInt.empty();
    return new BucketView(
        locked, locked, retained, view.expireDays(), view.encrypted(), view.tags());
  }
}
