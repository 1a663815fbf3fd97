package io.windlass.provision.iam;

import io.windlass.backend.Backend;
import io.windlass.backend.Timing;
import io.windlass.store.contract.access.AccessLifeContract;
import io.windlass.testing.LongForm;
import io.windlass.testing.Patience;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** The lists are as late as the later of two replicas. */
@LongForm(
    gate = {"TimingTest", "IamLimitsTest"},
    reason = "the contract of a key's life beside what is particular to a late replica")
@DisplayName("Access by IAM keeps the contract where one replica is late, on a FAKE")
@TestInstance(Lifecycle.PER_CLASS)
class IamAccessLifeTest implements AccessLifeContract {
  private FakeIamBackend server;

  @BeforeAll
  void open(@TempDir Path directory) {
    server = FakeIamBackend.open(directory.resolve("store"));
    server.iam().replicasTake(Duration.ofSeconds(2), Duration.ofSeconds(6));
    server.iam().requestsTake(Duration.ofSeconds(1));
  }

  @AfterAll
  void close() {
    server.close();
  }

  @Override
  public Backend backend() {
    return server.with(
        new Timing(
            Patience.LONG, Duration.ZERO, Duration.ofMinutes(2), Duration.ZERO, Duration.ZERO));
  }
}
