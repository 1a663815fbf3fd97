package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import io.windlass.store.AccessMode;
import io.windlass.store.AccessModes;
import io.windlass.store.BucketGrant;
import io.windlass.store.BucketSettings;
import io.windlass.store.DriverException;
import io.windlass.store.Principal;
import io.windlass.store.azure.fake.AccountSettings;
import io.windlass.store.azure.fake.FakeAzure;
import io.windlass.testing.AzuriteServer;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A lease that the FAKE Azure refuses late. */
class FakeAzureLeaseTest {
  private static final Duration CALL = Duration.ofSeconds(5);

  private final FakeAzure fake = new FakeAzure();
  private final AzuriteServer account;
  private final AzureBackend backend;

  FakeAzureLeaseTest(@TempDir Path directory) throws IOException {
    this.account = FakeBackends.as(fake.add("leases", AccountSettings.FLAT));
    this.backend =
        AzuriteBackends.open(
            account, directory, AzuriteBackends.connection(account).withTimeouts(CALL, CALL));
  }

  @BeforeEach
  void create() {
    backend.buckets().create("leases", BucketSettings.DEFAULT);
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  /** The second request for the lease is cut off by the deadline: the first said what is wrong. */
  @Test
  void aLeaseThatWasRefusedIsToldWhenTheNextAnswerComesTooLate() {
    String _ =
        new BlobLeaseClientBuilder()
            .containerClient(AzuriteBackends.clients(account).container("leases"))
            .buildClient()
            .acquireLease(-1);
    fake.delayLeasesBy(CALL.multipliedBy(3).dividedBy(5));
    Principal principal =
        new Principal(
            "account",
            List.of(
                new BucketGrant(
                    "leases",
                    "",
                    new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY),
                    Set.of())),
            Optional.empty());

    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(
            () -> backend.access().grant(principal, backend.access().generation(1), List.of()))
        .withMessageContaining("lease without end");
  }
}
