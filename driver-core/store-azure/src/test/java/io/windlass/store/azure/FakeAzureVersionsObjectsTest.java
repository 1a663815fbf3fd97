package io.windlass.store.azure;

import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.testing.LongForm;

/** The whole contract over an account of the FAKE that keeps versions, and what was deleted. */
@LongForm(
    gate = {"FakeAzureContractTest", "FakeAzureVersionsContractTest"},
    reason = "One thing once: the contract is shown in an account that keeps nothing.")
class FakeAzureVersionsObjectsTest extends FakeAzureVersionsContractTest
    implements ObjectStoreContract, BucketAdminContract {

  @Override
  public BucketView look(String bucket) {
    return ContainerView.of(account().metadataOf(bucket));
  }
}
