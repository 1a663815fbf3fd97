package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.registry.Kind;
import io.windlass.registry.Owner;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.AccessMode;
import io.windlass.store.AccessModes;
import io.windlass.store.Backend;
import io.windlass.store.Credential;
import io.windlass.testing.Crash;
import io.windlass.testing.TrapBackend;
import io.windlass.testing.TrapBackend.Side;
import io.windlass.testing.UniqueName;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * The driver dies at every single call that it makes to a real server, on either side of the call.
 * Then either the same is asked again, and must come out as if nothing had happened; or the
 * opposite is, and must leave nothing behind.
 */
abstract class CrashContract {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final int MORE_CALLS_THAN_ANY = 40;

  /** The backend under test, open. */
  abstract Backend backend();

  /** What a sidecar may ask, in the order in which it would. */
  private enum Step {
    CREATE,
    GRANT,
    ROTATE,
    RETIRE,
    REVOKE,
    DELETE
  }

  /** One bucket and one access to it, in a registry of their own. */
  private static final class Story {
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
              new RegistryBucket(backend, registryBucket, true), Owner.current("test:/a.sock"));
      Sites sites = new Sites(List.of(new Site(backend, registry, registryBucket)));
      Buckets buckets = new Buckets(sites, new InFlight());
      Grants grants =
          new Grants(
              sites,
              buckets,
              new InFlight(),
              new CredentialSeal(() -> RING),
              InstantSource.system());
      return new Driver(buckets, grants, registry);
    }

    void run(Step step, Driver driver) {
      switch (step) {
        case CREATE -> driver.buckets.create(bucket, BucketParameters.DEFAULT);
        case GRANT -> grant(driver);
        case ROTATE -> driver.grants.rotate(account);
        case RETIRE -> driver.grants.retireOldKeys(account);
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

    /** What must be true of the world after a step, told by asking once more. */
    void check(Step step, Driver driver) {
      switch (step) {
        case CREATE -> assertThat(real.buckets().exists(bucket.bucket())).isTrue();
        case GRANT, ROTATE, RETIRE ->
            assertThat(grant(driver)).as("the same live credential").isEqualTo(grant(driver));
        case REVOKE -> assertThat(driver.registry.find(Kind.GRANTS, account.account())).isEmpty();
        case DELETE -> assertThat(real.buckets().exists(bucket.bucket())).isFalse();
      }
    }

    void requireNothingLeft(Driver driver) {
      driver.grants.revoke(account);
      driver.buckets.delete(bucket);
      assertThat(real.buckets().exists(bucket.bucket())).isFalse();
      assertThat(driver.registry.ids(Kind.BUCKETS, Optional.empty()).items()).isEmpty();
      assertThat(driver.registry.ids(Kind.GRANTS, Optional.empty()).items()).isEmpty();
      if (real.buckets().exists(registryBucket)) {
        new Emptier(real, registryBucket, "", () -> {}).run();
        real.buckets().delete(registryBucket);
      }
    }
  }

  private record Driver(Buckets buckets, Grants grants, Registry registry) {}

  @TestFactory
  Stream<DynamicTest> diesAtEveryCallAndTheSameIsAskedAgain() {
    return eachStep((step, side) -> crashEverywhere(step, side, true));
  }

  @TestFactory
  Stream<DynamicTest> diesAtEveryCallAndTheOppositeIsAsked() {
    return eachStep((step, side) -> crashEverywhere(step, side, false));
  }

  private interface Trial {
    void run(Step step, Side side);
  }

  private static Stream<DynamicTest> eachStep(Trial trial) {
    List<DynamicTest> tests = new ArrayList<>();
    for (Step step : Step.values()) {
      for (Side side : Side.values()) {
        tests.add(DynamicTest.dynamicTest(step + " " + side, () -> trial.run(step, side)));
      }
    }
    return tests.stream();
  }

  private void crashEverywhere(Step fatalStep, Side side, boolean again) {
    int deaths = 0;
    for (int call = 1; call < MORE_CALLS_THAN_ANY; call++) {
      Story story = new Story(backend());
      Driver sound = story.driver(backend());
      for (Step step : Step.values()) {
        if (step.compareTo(fatalStep) < 0) {
          story.run(step, sound);
        }
      }
      TrapBackend crashing = TrapBackend.crashing(call, side);
      boolean died = dies(story, fatalStep, story.driver(crashing.over(backend())));
      Driver successor = story.driver(backend());
      if (again) {
        story.run(fatalStep, successor);
        story.check(fatalStep, successor);
      }
      story.requireNothingLeft(successor);
      if (!died) {
        assertThat(deaths).as("calls at which it died").isPositive();
        return;
      }
      deaths++;
    }
    throw new AssertionError("more calls than expected");
  }

  private static boolean dies(Story story, Step step, Driver driver) {
    try {
      story.run(step, driver);
      return false;
    } catch (Crash e) {
      return true;
    }
  }
}
