package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.Credential;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.provision.grant.GrantRotation;
import io.windlass.provision.grant.Grants;
import io.windlass.provision.iam.FakeIamBackend;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.GrantRecord.KeyRecord;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.CrashTrials;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * The driver dies at every request that it makes to IAM, which chooses keys, shows secrets once and
 * has room for two. Afterwards the server has exactly the keys that are recorded.
 */
class FakeIamCrashTest {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final int MORE_CALLS_THAN_ANY = 40;

  private final FakeIamBackend server;

  FakeIamCrashTest(@TempDir Path directory) {
    this.server = FakeIamBackend.open(directory.resolve("store"));
  }

  @AfterEach
  void close() {
    server.close();
  }

  /** Requests of callers, in their order. */
  private enum Step {
    GRANT,
    GRANT_AGAIN,
    /** Somebody deleted the key on the server. */
    GRANT_WHAT_WAS_LOST,
    ROTATE,
    RETIRE,
    REVOKE
  }

  /** One access, in a registry of its own. */
  private static final class Story implements CrashTrials.Story<Step> {
    private final FakeIamBackend server;
    private final BucketId bucket;
    private final AccountId account;
    private final String registryBucket = UniqueName.of("registry");
    private boolean lost;

    Story(FakeIamBackend server) {
      this.server = server;
      this.bucket = new BucketId(server.name(), UniqueName.of("crash"));
      this.account = AccountId.of(server.name(), UniqueName.of("ba"));
      server.buckets().create(bucket.bucket(), BucketSettings.DEFAULT);
      // Without it, a revoke does not know whether anything was granted.
      server.buckets().create(registryBucket, BucketSettings.DEFAULT);
    }

    private record Driver(Grants grants, GrantRotation rotation, Registry registry) {}

    private Driver driver(Backend backend) {
      Registry registry =
          new Registry(
              new RegistryBucket(backend, registryBucket, true),
              Owner.current("test:/a.sock"),
              () -> 0);
      OpenBackends backends =
          new OpenBackends(List.of(new OpenBackend(backend, registry, registryBucket)));
      CallsInFlight inFlight = new CallsInFlight();
      Buckets buckets = Buckets.forClaims(backends, new CallsInFlight());
      CredentialSeal seal = new CredentialSeal(() -> RING);
      return new Driver(
          new Grants(backends, buckets, inFlight, seal, InstantSource.system()),
          new GrantRotation(backends, inFlight, seal, InstantSource.system()),
          registry);
    }

    @Override
    public void run(Step step, Backend backend) {
      Driver driver = driver(backend);
      switch (step) {
        case GRANT, GRANT_AGAIN -> grant(driver);
        case GRANT_WHAT_WAS_LOST -> {
          loseKey();
          grant(driver);
        }
        case ROTATE -> driver.rotation.rotate(account);
        case RETIRE -> driver.rotation.retireOldKeys(account);
        case REVOKE -> driver.grants.revoke(account);
      }
    }

    private void loseKey() {
      if (!lost) {
        server
            .user(account.account())
            .ifPresent(user ->
                user.keys().keySet().forEach(id -> server.iam().deleteAccessKey(user.name(), id)));
      }
      lost = true;
    }

    private Credential grant(Driver driver) {
      AccessModes modes = new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
      BucketAccess access = new BucketAccess(bucket, modes);
      return driver
          .grants
          .grant(new GrantRequest(account, List.of(access), AccessParameters.DEFAULT))
          .credential();
    }

    private List<String> keys() {
      return server.keys(account.account());
    }

    private Optional<GrantRecord> record() {
      return driver(server)
          .registry
          .find(RecordKind.GRANTS, account.account())
          .map(entry -> entry.value());
    }

    @Override
    public void check(Step step, Backend backend) {
      requireRecorded();
      switch (step) {
        case GRANT, GRANT_AGAIN, GRANT_WHAT_WAS_LOST, RETIRE -> assertThat(keys()).hasSize(1);
        case ROTATE -> assertThat(keys()).hasSize(2);
        case REVOKE -> {
          assertThat(record()).isEmpty();
          assertThat(server.accounts()).doesNotContain(account.account());
          return;
        }
      }
      Driver driver = driver(backend);
      Credential credential = grant(driver);
      assertThat(grant(driver)).as("the same live credential").isEqualTo(credential);
      assertThat(outcome(credential)).isEqualTo(Outcome.ALLOWED);
      requireRecorded();
    }

    private void requireRecorded() {
      List<String> recorded =
          record().stream()
              .flatMap(found -> found.keys().stream())
              .map(KeyRecord::handle)
              .map(handle -> handle.orElseThrow().text())
              .toList();
      assertThat(keys()).isEqualTo(recorded);
    }

    private Outcome outcome(Credential credential) {
      try (Workload workload = Workload.open(credential, server.locate(bucket.bucket()))) {
        return workload.list("");
      }
    }

    @Override
    public void requireNothingLeft(Backend backend) {
      driver(backend).grants.revoke(account);
      assertThat(record()).isEmpty();
      assertThat(server.accounts()).doesNotContain(account.account());
      server.buckets().delete(bucket.bucket());
    }
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryRequestAndTheSameIsAskedAgain() {
    return CrashTrials.of(Step.class, () -> server, _ -> new Story(server), true);
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryRequestAndAccessIsRevoked() {
    return CrashTrials.of(Step.class, () -> server, _ -> new Story(server), false);
  }

  /** Nobody comes back for the key that was begun. */
  @Test
  void aRotationThatFailsForGoodLeavesTheKeysThatAreRecorded() {
    for (int call = 1; ; call++) {
      assertThat(call).isLessThan(MORE_CALLS_THAN_ANY);
      Story story = new Story(server);
      story.run(Step.GRANT, server);
      TrapBackend trap =
          TrapBackend.pausing(
              call,
              Side.AFTER,
              () -> {
                throw new DriverException.Unsupported("refused by the test", null);
              });
      boolean failed = false;
      try {
        story.run(Step.ROTATE, trap.over(server));
      } catch (DriverException.Unsupported
          | DriverException.FailedPrecondition
          | DriverException.Aborted e) {
        failed = true;
      }
      if (failed) {
        story.grant(story.driver(server));
      }
      story.requireRecorded();
      story.requireNothingLeft(server);
      if (!failed) {
        return;
      }
    }
  }

  /** IAM has room for two keys of a user: until the old one is retired, there is no third. */
  @Test
  void rotatingAgainGivesTheSameKey() {
    Story story = new Story(server);
    story.run(Step.GRANT, server);
    story.run(Step.ROTATE, server);
    List<String> before = story.keys();

    story.run(Step.ROTATE, server);

    assertThat(story.keys()).isEqualTo(before);
    story.check(Step.ROTATE, server);
    story.run(Step.RETIRE, server);
    story.run(Step.ROTATE, server);
    story.check(Step.ROTATE, server);
    assertThat(story.keys()).isNotEqualTo(before);
    story.requireNothingLeft(server);
  }
}
