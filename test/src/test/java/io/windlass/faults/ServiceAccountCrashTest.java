package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.Credential;
import io.windlass.access.ServiceAccount;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.azure.FakeIdentity;
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
import io.windlass.provision.grant.Grants;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureManagement;
import io.windlass.store.azure.client.AzureProtocol;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** Access of service accounts when the driver dies at any call, on the FAKE Azure. */
@TestInstance(Lifecycle.PER_CLASS)
class ServiceAccountCrashTest {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final Duration ROLES = Duration.ofMinutes(10);

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("keyless", AccountSettings.FLAT.withoutSharedKey());
  private Backend backend;

  @BeforeAll
  void open(@TempDir Path directory) throws IOException {
    // Answers have the real time as their date, so records are old as soon as they are written.
    fake.pass(ROLES.plusMinutes(1).negated());
    FakeIdentity driver = fake.driver(account.name());
    Files.writeString(directory.resolve("tenantId"), "fake");
    Files.writeString(directory.resolve("clientId"), driver.clientId());
    Files.writeString(
        directory.resolve("clientSecret"), driver.secret().map(Secret::reveal).orElseThrow());
    AzureManagement management =
        new AzureManagement(
            fake.authority(),
            fake.manager(),
            Optional.of(FakeAzure.scope(account.name(), "")),
            Optional.of("https://issuer.example/"),
            ROLES);
    backend =
        AzureBackend.open(
            "azure",
            AzureConnection.to(account.endpoint(), account.name()).withManagement(management),
            new SecretDirectory(directory));
  }

  @AfterAll
  void close() {
    backend.close();
    fake.close();
  }

  private enum Step {
    GRANT,
    REVOKE
  }

  private record Driver(Buckets buckets, Grants grants, Registry registry) {}

  /** One container, and access of one service account to it. */
  private final class Story implements CrashTrials.Story<Step> {
    private final BucketId bucket = new BucketId("azure", UniqueName.of("crash"));
    private final AccountId access = AccountId.of("azure", UniqueName.of("ba"));
    private final String registryBucket = UniqueName.of("registry");
    private final FakeIdentity app = fake.managedIdentity(UniqueName.of("app"), "team");

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
      Buckets buckets = Buckets.forClaims(backends, inFlight);
      CredentialSeal seal = new CredentialSeal(() -> RING);
      return new Driver(
          buckets, new Grants(backends, buckets, inFlight, seal, InstantSource.system()), registry);
    }

    @Override
    public void run(Step step, Backend used) {
      Driver driver = driver(used);
      switch (step) {
        case GRANT -> grant(driver);
        case REVOKE -> revoke(driver);
      }
    }

    /** As the sidecar does: again, when it was told to. By then the roles count. */
    private void grant(Driver driver) {
      AccessModes modes = new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY);
      GrantRequest request =
          new GrantRequest(
              access,
              List.of(new BucketAccess(bucket, modes)),
              AccessParameters.DEFAULT,
              Optional.of(new ServiceAccount("team", "app", Optional.of(app.resourceId()))));
      Credential credential;
      try {
        credential = driver.grants.grant(request).credential();
      } catch (DriverException.Unavailable e) {
        credential = driver.grants.grant(request).credential();
      }
      assertThat(credential).isEqualTo(new Credential.OwnIdentity(AzureProtocol.AZURE));
    }

    private void revoke(Driver driver) {
      try {
        driver.grants.revoke(access);
      } catch (DriverException.Aborted e) {
        driver.grants.revoke(access);
      }
    }

    @Override
    public void check(Step step, Backend used) {
      Driver driver = driver(used);
      switch (step) {
        case GRANT -> {
          assertThat(fake.managed()).as("a role and a federated credential").isEqualTo(2);
          grant(driver);
        }
        case REVOKE ->
            assertThat(driver.registry.find(RecordKind.GRANTS, access.account())).isEmpty();
      }
    }

    @Override
    public void requireNothingLeft(Backend used) {
      Driver driver = driver(used);
      revoke(driver);
      assertThat(fake.managed()).as("roles and federated credentials").isZero();
      assertThat(driver.registry.ids(RecordKind.GRANTS, Optional.empty()).items()).isEmpty();
    }
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryCallAndTheSameIsAskedAgain() {
    return CrashTrials.of(Step.class, () -> backend, _ -> new Story(), true);
  }

  @TestFactory
  @LongForm(
      gate = "ServiceAccountCrashTest.diesAtEveryCallAndTheSameIsAskedAgain",
      reason = "as many deaths again, and another way out")
  Stream<DynamicTest> diesAtEveryCallAndTheOppositeIsAsked() {
    return CrashTrials.of(Step.class, () -> backend, _ -> new Story(), false);
  }
}
