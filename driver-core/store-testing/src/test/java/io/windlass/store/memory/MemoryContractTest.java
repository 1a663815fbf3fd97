package io.windlass.store.memory;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.store.contract.PropertiesContract;

/** Object storage in memory keeps the contract, access apart: it grants none. */
class MemoryContractTest implements ObjectStoreContract, PropertiesContract, BucketAdminContract {
  private final MemoryBackend backend = new MemoryBackend();

  @Override
  public Backend backend() {
    return backend;
  }

  /** There is nothing that a bucket could be set to. */
  @Override
  public BucketView look(String bucket) {
    assertThat(backend.buckets().exists(bucket)).isTrue();
    return BucketView.PLAIN;
  }
}
