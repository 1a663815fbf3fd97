package io.windlass.store.local;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.contract.access.AccessAdminContract;
import io.windlass.store.contract.access.DerivedKeysContract;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The local backend keeps the contract. */
@TestInstance(Lifecycle.PER_CLASS)
class LocalContractTest
    implements ObjectStoreContract,
        PropertiesContract,
        BucketAdminContract,
        AccessAdminContract,
        DerivedKeysContract {
  private Path directory;
  private LocalBackend backend;

  @BeforeAll
  void open(@TempDir Path temporary) {
    directory = temporary;
    backend = OpenStore.open(directory);
  }

  @AfterAll
  void close() {
    backend.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  /** There is nothing that a directory could be set to. */
  @Override
  public BucketView look(String bucket) {
    assertThat(directory.resolve(bucket)).isDirectory();
    return BucketView.PLAIN;
  }
}
