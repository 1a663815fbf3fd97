package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.Credential;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.provision.BucketId;
import io.windlass.provision.BucketParameters;
import io.windlass.provision.Buckets;
import io.windlass.provision.CallsInFlight;
import io.windlass.provision.OpenBackend;
import io.windlass.provision.OpenBackends;
import io.windlass.provision.ProvisionedBucket;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.provision.grant.GrantRotation;
import io.windlass.provision.grant.Grants;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.client.GcsAccessKey;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsManagement;
import io.windlass.testing.LongForm;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.CrashTrials;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Keys whose grants and revokes take minutes, when the driver dies at any call, on the FAKE of
 * Google. No call is answered before the service does what it says, and nothing is left.
 */
@LongForm(
    gate = {"ServiceAccountCrashTest", "FakeIamCrashTest"},
    reason = "deaths at each of some hundred calls, one story for each")
@TestInstance(Lifecycle.PER_CLASS)
class LateKeysCrashTest {
  private static final Keyring RING = Keyring.parse(Keyring.generate());

  /** More than roles and keys take. */
  private static final Duration LATE = Duration.ofMinutes(6);

  private final FakeGcs fake = new FakeGcs("project");
  private Backend backend;

  @BeforeAll
  void open(@TempDir Path directory) throws IOException {
    fake.settings().policiesTake(Duration.ofMinutes(5));
    fake.settings().keyStatesTake(Duration.ofMinutes(3));
    fake.settings().newNamesAreUnknown(1); // it pauses in real time
    fake.settings().serviceAccountsAtMost(3); // what is left over is found soon
    Files.writeString(
        directory.resolve("credentials.json"), fake.credentials(fake.administrator()));
    backend =
        GcsBackend.open(
            "gcs",
            GcsConnection.to(fake.storage(), fake.project())
                .withManagement(
                    new GcsManagement(
                        fake.identity(), fake.identity(), Optional.empty(), LATE, Duration.ZERO)),
            Optional.of(new SecretDirectory(directory)));
  }

  @AfterAll
  void close() {
    backend.close();
    fake.close();
  }

  private enum Step {
    GRANT,
    ROTATE,
    RETIRE,
    REVOKE
  }

  private record Driver(
      Buckets buckets, Grants grants, GrantRotation rotation, Registry registry) {}

  /** One bucket, and access to it. */
  private final class Story implements CrashTrials.Story<Step> {
    private final BucketId bucket = new BucketId("gcs", UniqueName.of("crash"));
    private final AccountId access = AccountId.of("gcs", UniqueName.of("ba"));
    private final String registryBucket = UniqueName.of("registry");
    private Optional<Credential> last = Optional.empty();

    Story() {
      ProvisionedBucket _ = driver(backend).buckets.create(bucket, BucketParameters.DEFAULT);
    }

    private Driver driver(Backend used) {
      Registry registry =
          new Registry(
              new RegistryBucket(used, registryBucket, true), Owner.current("test:/a.sock"));
      OpenBackends backends =
          new OpenBackends(List.of(new OpenBackend(used, registry, registryBucket)));
      CallsInFlight inFlight = new CallsInFlight();
      Buckets buckets = Buckets.forClaims(backends, new CallsInFlight());
      CredentialSeal seal = new CredentialSeal(() -> RING);
      return new Driver(
          buckets,
          new Grants(backends, buckets, inFlight, seal, InstantSource.system()),
          new GrantRotation(backends, inFlight, seal, InstantSource.system()),
          registry);
    }

    @Override
    public void run(Step step, Backend used) {
      Driver driver = driver(used);
      switch (step) {
        case GRANT -> last = Optional.of(grant(driver));
        case ROTATE -> last = Optional.of(driver.rotation.rotate(access));
        case RETIRE -> driver.rotation.retireOldKeys(access);
        case REVOKE -> revoke(driver);
      }
    }

    private Credential grant(Driver driver) {
      AccessModes modes = new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
      GrantRequest request =
          new GrantRequest(
              access, List.of(new BucketAccess(bucket, modes)), AccessParameters.DEFAULT);
      return later(() -> driver.grants.grant(request).credential());
    }

    private void revoke(Driver driver) {
      boolean _ =
          later(() -> {
            driver.grants.revoke(access);
            return true;
          });
      last.ifPresent(key -> assertThat(list(key)).isNotEqualTo(Outcome.ALLOWED));
      assertThat(driver.registry.find(RecordKind.GRANTS, access.account())).isEmpty();
    }

    /** As the sidecar does: again, when it was told to. By then the change counts. */
    private <T> T later(Supplier<T> call) {
      try {
        return call.get();
      } catch (DriverException.Unavailable | DriverException.Aborted e) {
        fake.pass(LATE);
        return call.get();
      }
    }

    private Outcome list(Credential credential) {
      GcsAccessKey key = GcsAccessKey.of(credential);
      try (Workload workload =
          Workload.plain(key.accessId(), key.secret(), fake.storage(), "auto", bucket.bucket())) {
        return workload.list("");
      }
    }

    @Override
    public void check(Step step, Backend used) {
      if (step == Step.REVOKE) {
        return;
      }
      Credential credential = grant(driver(used));
      assertThat(grant(driver(used))).as("the same key").isEqualTo(credential);
      if (step == Step.GRANT) {
        assertThat(list(credential)).isEqualTo(Outcome.ALLOWED);
      }
      last = Optional.of(credential);
    }

    @Override
    public void requireNothingLeft(Backend used) {
      Driver driver = driver(used);
      revoke(driver);
      assertThat(driver.registry.ids(RecordKind.GRANTS, Optional.empty()).items()).isEmpty();
      assertThat(fake.serviceAccounts()).as("service accounts").hasSize(1);
      driver.buckets.delete(bucket);
    }
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryCallAndTheSameIsAskedAgain() {
    return CrashTrials.of(Step.class, () -> backend, _ -> new Story(), true);
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryCallAndAccessIsRevoked() {
    return CrashTrials.of(Step.class, () -> backend, _ -> new Story(), false);
  }
}
