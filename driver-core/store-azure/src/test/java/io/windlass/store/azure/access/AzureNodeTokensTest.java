package io.windlass.store.azure.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.connect.CredentialSource;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.AccountSettings.SasPolicy;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.http.Proxies;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.AzureConnector;
import io.windlass.store.azure.FakeBackends;
import io.windlass.store.azure.FakeIdentities;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tokens of nodes, on the FAKE. */
class AzureNodeTokensTest {
  private static final AzureConnector CONNECTOR = new AzureConnector();

  private final FakeAzure fake = new FakeAzure();
  @TempDir private Path directory;

  @AfterEach
  void close() {
    fake.close();
  }

  @Test
  void signedByTheAccountKey() throws Exception {
    FakeAccount account = fake.add("flat", AccountSettings.FLAT);
    try (AzureBackend backend = FakeBackends.open(account, directory)) {
      permitsItsContainerAndEnds(backend, account);
    }
  }

  @Test
  void signedByAKeyThatIsLent() throws Exception {
    FakeAccount account = fake.add("keyless", AccountSettings.FLAT.withoutSharedKey());
    try (AzureBackend backend = FakeIdentities.open(fake, account, directory)) {
      permitsItsContainerAndEnds(backend, account);
    }
  }

  @Test
  void ofADirectorySignedByTheAccountKey() throws Exception {
    FakeAccount account = fake.add("tree", AccountSettings.FLAT.withDirectories());
    try (AzureBackend backend = FakeBackends.open(account, directory)) {
      permitsItsDirectoryAlone(backend);
    }
  }

  @Test
  void ofADirectorySignedByAKeyThatIsLent() throws Exception {
    FakeAccount account =
        fake.add("keylesstree", AccountSettings.FLAT.withDirectories().withoutSharedKey());
    try (AzureBackend backend = FakeIdentities.open(fake, account, directory)) {
      permitsItsDirectoryAlone(backend);
    }
  }

  private void permitsItsContainerAndEnds(AzureBackend backend, FakeAccount account)
      throws Exception {
    prepare(backend);
    Credential.Key writer = issue(backend, "", AccessMode.READ_WRITE);
    Credential.Key reader = issue(backend, "", AccessMode.READ_ONLY);
    try (Workload writes = Workload.open(writer, backend.locate("volumes"));
        Workload reads = Workload.open(reader, backend.locate("volumes"));
        Workload elsewhere = Workload.open(writer, backend.locate("others"))) {
      assertThat(writes.write("a/new")).isEqualTo(Outcome.ALLOWED);
      assertThat(writes.list("")).isEqualTo(Outcome.ALLOWED);
      assertThat(reads.read("a/there")).isEqualTo(Outcome.ALLOWED);
      assertThat(reads.write("a/new")).isEqualTo(Outcome.DENIED);
      assertThat(elsewhere.list("")).isEqualTo(Outcome.DENIED);
      assertThat(account.policiesOf("volumes")).isEmpty();
      fake.pass(AzureNodeTokens.USUAL.plusMinutes(1));
      assertThat(reads.read("a/there")).as("when it has ended").isEqualTo(Outcome.DENIED);
    }
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> issue(backend, "a/", AccessMode.READ_ONLY))
        .withMessageContaining("without directories");
  }

  private static void permitsItsDirectoryAlone(AzureBackend backend) throws Exception {
    prepare(backend);
    Credential.Key writer = issue(backend, "a/", AccessMode.READ_WRITE);
    try (Workload writes = Workload.open(writer, backend.locate("volumes"))) {
      assertThat(writes.write("a/new")).isEqualTo(Outcome.ALLOWED);
      assertThat(writes.read("a/there")).isEqualTo(Outcome.ALLOWED);
      assertThat(writes.write("b/new")).isEqualTo(Outcome.DENIED);
      assertThat(writes.list("")).isEqualTo(Outcome.DENIED);
    }
    try (Backend node =
        CONNECTOR.open(
            "node",
            CONNECTOR.address(backend.locate("volumes")),
            new CredentialSource.Text(() -> CONNECTOR.credential(writer)),
            Optional.empty(),
            Proxies.none())) {
      List<ObjectId> two = List.of(ObjectId.of("a/there"), ObjectId.of("a/new"));
      assertThat(node.objects("volumes").deleteAll(two)).isEmpty();
    }
  }

  /** Who may read the account says for how long a token may last. */
  @Test
  void whatTheAccountsPolicyBlocksIsNotIssued() throws Exception {
    AccountSettings brief =
        AccountSettings.FLAT
            .withoutSharedKey()
            .withSasPolicy(new SasPolicy(Duration.ofMinutes(64), true));
    FakeAccount account = fake.add("brief", brief);
    try (AzureBackend backend = FakeIdentities.open(fake, account, directory)) {
      prepare(backend);
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> issue(backend, "", AccessMode.READ_ONLY))
          .withMessageContaining("a token may last 0.01:04:00")
          .withMessageContaining("set SESSION_LIFE to less");
      account.set(brief.withSasPolicy(new SasPolicy(Duration.ofMinutes(65), true)));
      assertThat(issue(backend, "", AccessMode.READ_ONLY).expires()).isPresent();
    }
  }

  private static void prepare(AzureBackend backend) {
    backend.ping(); // the account says what it is
    for (String container : new String[] {"volumes", "others"}) {
      backend.buckets().create(container, BucketSettings.DEFAULT);
    }
    backend.objects("volumes").put("a/there", Content.of(new byte[1]), PutOptions.DEFAULT);
  }

  private static Credential.Key issue(AzureBackend backend, String prefix, AccessMode mode) {
    AccessModes modes = AccessModes.ofData(mode, backend.capabilities());
    Credential.Key key =
        backend
            .sessions()
            .orElseThrow()
            .issue(new BucketGrant("volumes", prefix, modes, Set.of()), "node");
    Duration left = Duration.between(Instant.now(), key.expires().orElseThrow());
    assertThat(left).isBetween(Duration.ofMinutes(55), AzureNodeTokens.USUAL);
    return key;
  }
}
