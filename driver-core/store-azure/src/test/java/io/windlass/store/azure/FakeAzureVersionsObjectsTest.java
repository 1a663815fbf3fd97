package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;

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

  /** There is nothing that a container could be set to. */
  @Override
  public BucketView look(String bucket) {
    assertThat(backend().buckets().exists(bucket)).isTrue();
    return BucketView.PLAIN;
  }
}
