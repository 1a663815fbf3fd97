package io.windlass.volume;

import static io.windlass.volume.TestVolumes.request;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.Credential;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.AccountSettings.SasPolicy;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.store.azure.AzureBackends;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.testing.BothForms;
import io.windlass.testing.TestForm;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Volumes in an account with directories, on the FAKE, which enforces that a container has at most
 * five stored access policies.
 */
class FakeAzureNodesTest extends VolumesTestBase {
  private static final int NODES = 20;

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("volumes", AccountSettings.FLAT.withDirectories());
  private final Backend backend;

  FakeAzureNodesTest(@TempDir Path directory) throws IOException {
    this.backend = AzureBackends.open(account, directory);
  }

  @BeforeEach
  @Override
  void begin() {
    super.begin();
  }

  @AfterEach
  @Override
  void nothingIsLeft() {
    super.nothingIsLeft();
    backend.close();
    fake.close();
  }

  @Override
  Backend backend() {
    return backend;
  }

  /** Every third node only reads. */
  private static Attach node(int number) {
    return new Attach("n" + number, VolumeAccessMode.MULTI_NODE_MULTI_WRITER, number % 3 == 0);
  }

  private static Outcome read(Attached attached) throws Exception {
    try (Workload node = Workload.open(attached.credential(), attached.location())) {
      return node.read("file");
    }
  }

  @Test
  @BothForms
  void manyNodesHaveAVolumeWhoseContainerTakesFivePolicies() throws Exception {
    long seed = TestForm.seed("windlass.nodes.seed", 5);
    Volume volume = create("many", Map.of());
    put(volume.id(), "file");
    List<Integer> order = new ArrayList<>(IntStream.range(0, NODES).boxed().toList());
    Collections.shuffle(order, new Random(seed));
    SortedMap<Integer, Attached> attached = new TreeMap<>();
    for (int number : order) {
      attached.put(number, volumes.publish(id(volume), node(number)));
    }
    assertThat(volumes.get(id(volume)).nodes()).hasSize(NODES);
    assertThat(account.policiesOf(volume.id().bucket())).as("one to write, one to read").hasSize(2);
    List<Map.Entry<Integer, Attached>> all = new ArrayList<>(attached.entrySet());
    Collections.shuffle(all, new Random(seed + 1));
    for (Map.Entry<Integer, Attached> each : all) {
      int number = each.getKey();
      assertThat(read(each.getValue())).as("seed %d", seed).isEqualTo(Outcome.ALLOWED);
      assertThat(volumes.publish(id(volume), node(number)).credential())
          .as("repeated")
          .isEqualTo(each.getValue().credential());
      volumes.unpublish(id(volume), Optional.of("n" + number));
    }
    assertThat(account.policiesOf(volume.id().bucket())).isEmpty();
    for (Attached was : attached.values()) {
      assertThat(read(was)).isEqualTo(Outcome.DENIED);
    }
    volumes.delete(id(volume));
  }

  /** Where the controller renews them, nodes have tokens that take no policy. */
  @Test
  void tokensThatEndTakeNoPolicies() throws Exception {
    VolumeRules sessions = new VolumeRules(NODES, Regions.NONE).withSessions(true);
    try (TestVolumes driver = new TestVolumes(backend, UniqueName.of("registry"), sessions)) {
      Volume volume = driver.volumes().create(request(UniqueName.of("many"), 1000, Map.of()));
      put(volume.id(), "file");
      for (int number = 0; number < NODES; number++) {
        Attached attached = driver.volumes().publish(id(volume), node(number));
        assertThat(read(attached)).isEqualTo(Outcome.ALLOWED);
        assertThat(((Credential.Key) attached.credential()).expires()).isPresent();
      }
      assertThat(account.policiesOf(volume.id().bucket())).isEmpty();
      driver.volumes().unpublish(id(volume), Optional.empty());
      driver.volumes().delete(id(volume));
      driver.requireNothingLeft();
    }
  }

  /** The account's policy for tokens is looked at when the stored access policy is known. */
  @Test
  void accessThatTurnsOutToBeBlockedLeavesNothing() {
    Duration late = Duration.ofSeconds(30);
    account.set(
        AccountSettings.FLAT
            .withDirectories()
            .withPoliciesAfter(late)
            .withSasPolicy(new SasPolicy(Duration.ofDays(1), true)));
    try (TestVolumes driver = new TestVolumes(backend)) {
      Volume volume = driver.volumes().create(request(UniqueName.of("blocked"), 1000, Map.of()));
      GrantRequest forEver =
          new GrantRequest(
              AccountId.of(backend.name(), UniqueName.of("ba")),
              List.of(
                  new BucketAccess(
                      volume.id().bucketId(),
                      AccessModes.ofData(AccessMode.READ_ONLY, backend.capabilities()))),
              AccessParameters.DEFAULT);
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> driver.grants().grant(forEver))
          .withMessageContaining("the server refuses its key");
      fake.pass(late);
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> driver.grants().grant(forEver))
          .withMessageContaining("expiration policy for shared access signatures");
      assertThat(account.policiesOf(volume.id().bucket())).isEmpty();
      driver.volumes().delete(id(volume));
      driver.requireNothingLeft();
    }
  }

  /** What a node with the only right to the volume had is worth nothing to it afterwards. */
  @Test
  void theNextNodeGetsAnotherKey() throws Exception {
    Volume volume = create("moving", Map.of());
    put(volume.id(), "file");
    Attached first = volumes.publish(id(volume), TestVolumes.writer("n1"));
    volumes.unpublish(id(volume), Optional.of("n1"));
    Attached second = volumes.publish(id(volume), TestVolumes.writer("n2"));
    assertThat(read(first)).isEqualTo(Outcome.DENIED);
    assertThat(read(second)).isEqualTo(Outcome.ALLOWED);
    volumes.unpublish(id(volume), Optional.empty());
    volumes.delete(id(volume));
  }

  @Test
  void aNodeThatIsRefusedTakesNothingFromTheOthers() throws Exception {
    VolumeRules oneVolume = new VolumeRules(1, Regions.NONE);
    try (TestVolumes driver = new TestVolumes(backend, UniqueName.of("registry"), oneVolume)) {
      Volume volume = driver.volumes().create(request(UniqueName.of("a"), 1000, Map.of()));
      Volume other = driver.volumes().create(request(UniqueName.of("b"), 1000, Map.of()));
      put(volume.id(), "file");
      Attached attached = driver.volumes().publish(id(volume), node(1));
      driver.volumes().publish(id(other), node(2));
      assertThatExceptionOfType(DriverException.QuotaExceeded.class)
          .isThrownBy(() -> driver.volumes().publish(id(volume), node(2)));
      assertThat(read(attached)).isEqualTo(Outcome.ALLOWED);
      for (Volume each : List.of(volume, other)) {
        driver.volumes().unpublish(id(each), Optional.empty());
        driver.volumes().delete(id(each));
      }
      driver.requireNothingLeft();
    }
  }

  /** Before anything is made, and also when the account has not been asked yet what it is. */
  @Test
  void aFolderNeedsAnAccountWithDirectories(@TempDir Path key) throws IOException {
    FakeAccount flat = fake.add("flat", AccountSettings.FLAT);
    try (Backend other = AzureBackends.open(flat, key);
        TestVolumes driver = new TestVolumes(other)) {
      String shared = UniqueName.of("shared");
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(
              () -> driver.volumes().create(request("folder", 1000, Map.of("bucket", shared))))
          .withMessageContaining("needs a bucket of its own")
          .withMessageContaining("hierarchical namespace")
          .withMessageContaining("leave parameter bucket out");
      assertThat(other.buckets().exists(shared)).isFalse();
      driver.requireNothingLeft();
    }
  }
}
