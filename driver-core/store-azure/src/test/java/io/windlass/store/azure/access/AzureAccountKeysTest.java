package io.windlass.store.azure.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.KeyHandle;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.AccountSettings.SasPolicy;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.ObjectStore;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.FakeBackends;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The account's keys are changed under tokens that were granted, on the FAKE. */
class AzureAccountKeysTest {
  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("keys", AccountSettings.FLAT);
  @TempDir private Path directory;
  private AzureBackend backend;
  private AccessAdmin access;
  private Principal principal;

  @BeforeEach
  void open() throws IOException {
    backend = FakeBackends.open(account, directory);
    backend.buckets().create("data", BucketSettings.DEFAULT);
    access = backend.access();
    AccessModes modes = AccessModes.ofData(AccessMode.READ_WRITE, backend.capabilities());
    principal =
        new Principal(
            "workload", List.of(new BucketGrant("data", "", modes, Set.of())), Optional.empty());
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  private Outcome outcome(Credential credential) {
    try (Workload workload = Workload.open(credential, backend.locate("data"))) {
      return workload.write("key");
    }
  }

  @Test
  void aTokenOfAnotherAccountKeyCountsAsDeadAndIsMadeAnew() throws IOException {
    KeyGeneration generation = access.generation(1);
    Issued first = access.grant(principal, generation, List.of());
    IssuedKey old = IssuedKey.of(generation, first);
    assertThat(access.isLive(principal, old)).isTrue();
    assertThat(access.replaced(principal, old)).isEmpty();
    assertThat(first.handle().text()).doesNotContain(account.key().reveal().substring(0, 8));

    Files.writeString(directory.resolve("accountKey"), account.secondKey().reveal());
    assertThat(access.isLive(principal, old)).isFalse();
    assertThat(access.replaced(principal, old).orElseThrow()).contains("another key");
    assertThat(outcome(first.credential())).as("until its key ends").isEqualTo(Outcome.ALLOWED);

    Issued again = access.grant(principal, generation, List.of());
    IssuedKey now = IssuedKey.of(generation, again);
    assertThat(again.credential()).isNotEqualTo(first.credential());
    account.regenerateKey();
    assertThat(outcome(first.credential())).isNotEqualTo(Outcome.ALLOWED);
    assertThat(outcome(again.credential())).isEqualTo(Outcome.ALLOWED);
    assertThat(access.isLive(principal, now)).isTrue();
    assertThat(access.grant(principal, generation, List.of())).isEqualTo(again);
    assertThat(account.policiesOf("data")).hasSize(1);

    Files.writeString(directory.resolve("accountKey"), account.key().reveal());
    assertThat(access.isLive(principal, now)).as("the other way round").isFalse();
    access.revoke(principal, List.of(now));
    assertThat(account.policiesOf("data")).isEmpty();
  }

  /** They say nothing of the account key. */
  @Test
  void recordsOfEarlierVersionsStayValid() {
    KeyGeneration generation = access.generation(1);
    Issued issued = access.grant(principal, generation, List.of());
    String policy = account.policiesOf("data").getFirst();
    IssuedKey recorded = new IssuedKey(generation, Optional.of(new KeyHandle(policy)));

    assertThat(access.isLive(principal, recorded)).isTrue();
    assertThat(access.replaced(principal, recorded)).isEmpty();
    assertThat(access.derive(principal, generation)).isEqualTo(issued.credential());
  }

  /** Such accounts take no token that lasts for ever, and none that does not begin. */
  @Test
  void aTokenThatTheAccountsPolicyBlocksIsNotGranted() {
    account.set(AccountSettings.FLAT.withSasPolicy(new SasPolicy(Duration.ofDays(1), true)));
    KeyGeneration generation = access.generation(1);
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> access.grant(principal, generation, List.of()))
        .withMessageContaining("expiration policy for shared access signatures")
        .withMessageContaining("expiresAfter");

    Principal briefly =
        new Principal(
            "briefly", principal.buckets(), Optional.of(Instant.now().plus(Duration.ofHours(23))));
    Issued issued = access.grant(briefly, generation, List.of());
    assertThat(access.isEffective(briefly, issued.credential())).isTrue();
    assertThat(outcome(issued.credential())).isEqualTo(Outcome.ALLOWED);
    assertThat(access.grant(briefly, generation, List.of())).isEqualTo(issued);
    ObjectStore store = backend.objects("data");
    store.copy(CopySource.of("data", "key"), "copy", CopyOptions.DEFAULT);
    assertThat(store.head("copy").size()).isEqualTo(store.head("key").size());

    account.set(AccountSettings.FLAT.withSasPolicy(new SasPolicy(Duration.ofDays(1), false)));
    assertThat(outcome(access.grant(principal, generation, List.of()).credential()))
        .as("it is only logged")
        .isEqualTo(Outcome.ALLOWED);
  }

  /**
   * A stored policy may take a while, and whether the account's refuses a token shows after that.
   */
  @Test
  void whatIsNotEffectiveYetMayBeBlockedLater() {
    AccountSettings slow = AccountSettings.FLAT.withPoliciesAfter(Duration.ofSeconds(30));
    account.set(slow.withSasPolicy(new SasPolicy(Duration.ofDays(1), true)));
    Issued issued = access.grant(principal, access.generation(1), List.of());
    assertThat(access.isEffective(principal, issued.credential())).isFalse();

    fake.pass(Duration.ofSeconds(30));
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> access.isEffective(principal, issued.credential()))
        .withMessageContaining("sasPolicy, action Block");
  }
}
