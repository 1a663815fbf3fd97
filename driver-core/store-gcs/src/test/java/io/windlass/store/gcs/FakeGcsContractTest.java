package io.windlass.store.gcs;

import com.google.api.services.storage.model.Bucket;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.backend.Backend;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.contract.access.AccessAdminContract;
import io.windlass.store.gcs.bucket.BucketLooks;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("The backend for Google keeps the contract, on a FAKE")
@TestInstance(Lifecycle.PER_CLASS)
class FakeGcsContractTest
    implements ObjectStoreContract, PropertiesContract, BucketAdminContract, AccessAdminContract {
  /** Its clients do not try again. */
  private final FakeGcs fake = new FakeGcs("contract").writesAtAnyRate();

  private GcsBackend backend;
  private BucketLooks looks;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = GcsBackends.open(fake, directory);
    looks = new BucketLooks(fake);
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
  public Map<String, String> opaque() {
    return Map.of(
        "storageClass", "NEARLINE",
        "customTime", "2030-01-02T03:04:05.000Z",
        "kmsKeyName", "projects/p/locations/global/keyRings/r/cryptoKeys/k",
        "contexts", "{\"custom\":{\"team\":{\"value\":\"a\"}}}");
  }

  /** A principal that may change the settings of a bucket could open it to everybody. */
  @Override
  public AccessModes most() {
    return new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.READ_ONLY);
  }

  /** The rule for what uploads left is the driver's own. */
  @Override
  public BucketView look(String bucket) {
    Bucket seen = looks.at(bucket);
    OptionalInt days =
        seen.getLifecycle().getRule().stream()
            .map(Bucket.Lifecycle.Rule::getCondition)
            .filter(condition -> condition.getMatchesPrefix() == null)
            .mapToInt(Bucket.Lifecycle.Rule.Condition::getAge)
            .findFirst();
    return new BucketView(
        seen.getVersioning().getEnabled(), false, OptionalInt.empty(), days, false, Map.of());
  }
}
