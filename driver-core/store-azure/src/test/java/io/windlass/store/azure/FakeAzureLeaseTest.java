package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Issued;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.operation.Deadline;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Obstacles to setting policies, on the FAKE Azure. */
class FakeAzureLeaseTest {
  private static final Principal PRINCIPAL =
      new Principal(
          "account",
          List.of(
              new BucketGrant(
                  "leases",
                  "",
                  new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY),
                  Set.of())),
          Optional.empty());

  private final FakeAzure fake = new FakeAzure();
  private final AtomicLong now = new AtomicLong();
  private final AzuriteServer account;
  private final AzureBackend backend;

  FakeAzureLeaseTest(@TempDir Path directory) throws IOException {
    FakeAccount added = fake.add("leases", AccountSettings.FLAT);
    added.stampAtOnce();
    this.account = FakeBackends.as(added);
    this.backend = FakeBackends.open(added, directory);
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
    AtomicInteger asked = new AtomicInteger();
    fake.beforeLeases(() -> {
      if (asked.incrementAndGet() == 2) {
        now.addAndGet(Patience.LONG.toNanos());
        throw new IllegalStateException("no answer, by the test");
      }
    });
    AccessAdmin access = backend.access();
    Deadline moved = Deadline.after(Patience.LONG, now::get);

    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(
            () -> moved.limit(() -> access.grant(PRINCIPAL, access.generation(1), List.of())))
        .withMessageContaining("lease without end");
    assertThat(asked).hasValueGreaterThanOrEqualTo(2);
  }

  /** Conditions count in whole seconds: what was changed in this one could change once more. */
  @Test
  void aListIsSetInALaterSecondThanItWasChangedIn() {
    BlobContainerClient container = AzuriteBackends.clients(account).container("leases");
    OffsetDateTime made = container.getProperties().getLastModified();

    Issued _ = backend.access().grant(PRINCIPAL, backend.access().generation(1), List.of());

    assertThat(container.getProperties().getLastModified()).isAfter(made);
  }
}
