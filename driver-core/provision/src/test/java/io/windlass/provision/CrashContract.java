package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.Credential;
import io.windlass.backend.Backend;
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
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.CrashTrials;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The driver dies at every single call that it makes to a real server, on either side of the call.
 * Then either the same is asked again, and must come out as if nothing had happened; or the
 * opposite is, and must leave nothing behind.
 */
abstract class CrashContract {
  private static final Keyring RING = Keyring.parse(Keyring.generate());

  /** The backend under test, open. */
  abstract Backend backend();

  /** Requests of a sidecar, in their order. */
  private enum Step {
    CREATE,
    GRANT,
    ROTATE,
    RETIRE,
    REVOKE,
    DELETE
  }

  /** One bucket and one access to it, in a registry of their own. */
  private static final class Story implements CrashTrials.Story<Step> {
    private final BucketId bucket;
    private final AccountId account;
    private final String registryBucket = UniqueName.of("registry");
    private final Backend real;

    Story(Backend real) {
      this.real = real;
      this.bucket = new BucketId(real.name(), UniqueName.of("crash"));
      this.account = AccountId.of(real.name(), UniqueName.of("ba"));
    }

    Driver driver(Backend backend) {
      Registry registry =
          new Registry(
              new RegistryBucket(backend, registryBucket, true),
              Owner.current("test:/a.sock"),
              () -> 0);
      OpenBackends backends =
          new OpenBackends(List.of(new OpenBackend(backend, registry, registryBucket)));
      Buckets buckets = Buckets.forClaims(backends, new CallsInFlight());
      CallsInFlight inFlight = new CallsInFlight();
      CredentialSeal seal = new CredentialSeal(() -> RING);
      InstantSource clock = InstantSource.system();
      return new Driver(
          buckets,
          new Grants(backends, buckets, inFlight, seal, clock),
          new GrantRotation(backends, inFlight, seal, clock),
          registry);
    }

    @Override
    public void run(Step step, Backend backend) {
      Driver driver = driver(backend);
      switch (step) {
        case CREATE -> driver.buckets.create(bucket, BucketParameters.DEFAULT);
        case GRANT -> grant(driver);
        case ROTATE -> driver.rotation.rotate(account);
        case RETIRE -> driver.rotation.retireOldKeys(account);
        case REVOKE -> driver.grants.revoke(account);
        case DELETE -> driver.buckets.delete(bucket);
      }
    }

    Credential grant(Driver driver) {
      AccessModes modes =
          new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.ANY);
      return driver
          .grants
          .grant(
              new GrantRequest(
                  account, List.of(new BucketAccess(bucket, modes)), AccessParameters.DEFAULT))
          .credential();
    }

    Outcome outcome(Credential credential) {
      try (Workload workload = Workload.open(credential, real.locate(bucket.bucket()))) {
        return workload.list("");
      }
    }

    @Override
    public void check(Step step, Backend backend) {
      Driver driver = driver(backend);
      switch (step) {
        case CREATE -> assertThat(real.buckets().exists(bucket.bucket())).isTrue();
        case GRANT, ROTATE, RETIRE ->
            assertThat(grant(driver)).as("the same live credential").isEqualTo(grant(driver));
        case REVOKE ->
            assertThat(driver.registry.find(RecordKind.GRANTS, account.account())).isEmpty();
        case DELETE -> assertThat(real.buckets().exists(bucket.bucket())).isFalse();
      }
    }

    @Override
    public void requireNothingLeft(Backend backend) {
      Driver driver = driver(backend);
      if (real.buckets().exists(registryBucket)) { // else a revoke cannot know
        driver.grants.revoke(account);
      }
      driver.buckets.delete(bucket);
      assertThat(real.buckets().exists(bucket.bucket())).isFalse();
      assertThat(driver.registry.ids(RecordKind.BUCKETS, Optional.empty()).items()).isEmpty();
      assertThat(driver.registry.ids(RecordKind.GRANTS, Optional.empty()).items()).isEmpty();
      if (real.buckets().exists(registryBucket)) {
        OpenBackend configured = new OpenBackend(real, driver.registry, registryBucket);
        new Emptier(LeasedOperation.on(configured), registryBucket, "").run();
        real.buckets().delete(registryBucket);
      }
    }
  }

  private record Driver(
      Buckets buckets, Grants grants, GrantRotation rotation, Registry registry) {}

  /** The keys work as long as they should. */
  @Test
  void nobodyDies() {
    Backend backend = backend();
    Story story = new Story(backend);
    story.run(Step.CREATE, backend);
    Credential old = story.grant(story.driver(backend));
    assertThat(story.outcome(old)).isEqualTo(Outcome.ALLOWED);
    story.run(Step.ROTATE, backend);
    Credential next = story.grant(story.driver(backend));
    assertThat(next).isNotEqualTo(old);
    for (Credential each : List.of(old, next)) {
      assertThat(story.outcome(each)).isEqualTo(Outcome.ALLOWED);
    }
    story.run(Step.RETIRE, backend);
    assertThat(story.outcome(old)).isEqualTo(Outcome.REJECTED);
    assertThat(story.outcome(next)).isEqualTo(Outcome.ALLOWED);
    story.run(Step.REVOKE, backend);
    assertThat(story.outcome(next)).isEqualTo(Outcome.REJECTED);
    story.run(Step.DELETE, backend);
    story.requireNothingLeft(backend);
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryCallAndTheSameIsAskedAgain() {
    return CrashTrials.of(Step.class, this::backend, Story::new, true);
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryCallAndTheOppositeIsAsked() {
    return CrashTrials.of(Step.class, this::backend, Story::new, false);
  }
}
