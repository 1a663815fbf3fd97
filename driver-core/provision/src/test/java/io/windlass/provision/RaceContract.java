package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.Credential;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
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
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Two drivers of one backend work on the same names: after every single call that the one makes to
 * a real server, the other does something from its beginning to its end. Whatever each of them
 * answers has to be true, and repeating what was not done has to end well.
 */
abstract class RaceContract {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final int MORE_CALLS_THAN_ANY = 40;

  /** The backend under test, open. */
  abstract Backend backend();

  /** Requests of a sidecar. */
  private enum Deed {
    CREATE,
    CREATE_OTHERWISE,
    LOOK,
    GRANT,
    GRANT_OTHERWISE,
    REVOKE,
    DELETE;

    /** Returns whether this request differs from the usual one. */
    boolean differs() {
      return this == CREATE_OTHERWISE || this == GRANT_OTHERWISE;
    }

    /** Returns whether this request may be answered with "there is no bucket". */
    boolean needsBucket() {
      return this == LOOK || this == GRANT || this == GRANT_OTHERWISE;
    }
  }

  /** Race: requests beforehand, the request of one caller, and the request of another meanwhile. */
  private record Race(List<Deed> before, Deed one, Deed other) {
    static Race of(Deed one, Deed other, Deed... before) {
      return new Race(List.of(before), one, other);
    }

    /**
     * Makes a request; returns whether it was done. If it was not, checks that the reason is an
     * allowed one.
     */
    boolean done(Deed deed, Driver driver) {
      try {
        driver.run(deed);
        return true;
      } catch (DriverException.Aborted e) {
        return false;
      } catch (DriverException.AlreadyExists e) {
        if (one.differs() || other.differs()) {
          return false;
        }
        throw e;
      } catch (DriverException.NotFound e) {
        if (deed.needsBucket()) {
          return false;
        }
        throw e;
      }
    }

    @Override
    public String toString() {
      return "%s during %s after %s".formatted(other, one, before);
    }
  }

  private static final List<Race> RACES =
      List.of(
          Race.of(Deed.CREATE, Deed.CREATE),
          Race.of(Deed.CREATE, Deed.CREATE_OTHERWISE),
          Race.of(Deed.CREATE, Deed.DELETE),
          Race.of(Deed.CREATE, Deed.LOOK),
          Race.of(Deed.CREATE, Deed.DELETE, Deed.CREATE),
          Race.of(Deed.DELETE, Deed.CREATE, Deed.CREATE),
          Race.of(Deed.DELETE, Deed.DELETE, Deed.CREATE),
          Race.of(Deed.LOOK, Deed.CREATE),
          Race.of(Deed.LOOK, Deed.DELETE, Deed.CREATE),
          Race.of(Deed.GRANT, Deed.GRANT, Deed.CREATE),
          Race.of(Deed.GRANT, Deed.GRANT_OTHERWISE, Deed.CREATE),
          Race.of(Deed.GRANT, Deed.REVOKE, Deed.CREATE),
          Race.of(Deed.GRANT, Deed.DELETE, Deed.CREATE),
          Race.of(Deed.GRANT, Deed.REVOKE, Deed.CREATE, Deed.GRANT),
          Race.of(Deed.REVOKE, Deed.GRANT, Deed.CREATE, Deed.GRANT),
          Race.of(Deed.REVOKE, Deed.REVOKE, Deed.CREATE, Deed.GRANT));

  @TestFactory
  Stream<DynamicTest> twoDriversOnOneName() {
    return RACES.stream().map(race -> DynamicTest.dynamicTest(race.toString(), () -> run(race)));
  }

  private void run(Race race) {
    int call = 1;
    while (meetsAfter(race, call)) {
      call++;
      assertThat(call).as("calls at which they met").isLessThan(MORE_CALLS_THAN_ANY);
    }
    assertThat(call).as("calls at which they met").isGreaterThan(2);
  }

  /**
   * Runs a race in which the other caller acts after a call of the one; returns whether there was
   * such a call.
   */
  private boolean meetsAfter(Race race, int call) {
    Names names = new Names(UniqueName.of("race"), UniqueName.of("ba"), UniqueName.of("registry"));
    Driver other = driver(backend(), "other", names);
    race.before.forEach(other::run);
    TrapBackend trap = TrapBackend.pausing(call, Side.AFTER, () -> race.done(race.other, other));
    Driver one = driver(trap.over(backend()), "one", names);
    race.done(race.one, one);
    boolean met = trap.calls() >= call;

    // Nobody is busy any more. What is asked now is done, by either of them.
    Driver successor = driver(backend(), "one", names);
    if (backend().buckets().exists(names.registry)) { // else a revoke cannot know
      successor.run(Deed.REVOKE);
    }
    successor.run(Deed.DELETE);
    successor.run(Deed.CREATE);
    Credential granted = other.grant(AccessMode.READ_WRITE);
    assertThat(successor.grant(AccessMode.READ_WRITE).equals(granted)).isTrue();
    successor.requireNothingLeft();
    return met;
  }

  private record Names(String bucket, String account, String registry) {}

  private static Driver driver(Backend backend, String place, Names names) {
    Registry registry =
        new Registry(
            new RegistryBucket(backend, names.registry, true), Owner.current(place), () -> 0);
    OpenBackends backends =
        new OpenBackends(List.of(new OpenBackend(backend, registry, names.registry)));
    Buckets buckets = Buckets.forClaims(backends, new CallsInFlight());
    Grants grants =
        new Grants(
            backends,
            buckets,
            new CallsInFlight(),
            new CredentialSeal(() -> RING),
            InstantSource.system());
    return new Driver(
        backend,
        buckets,
        grants,
        registry,
        names,
        new BucketId(backend.name(), names.bucket),
        AccountId.of(backend.name(), names.account));
  }

  private record Driver(
      Backend backend,
      Buckets buckets,
      Grants grants,
      Registry registry,
      Names names,
      BucketId bucket,
      AccountId account) {

    void run(Deed deed) {
      switch (deed) {
        case CREATE -> buckets.create(bucket, BucketParameters.DEFAULT);
        case CREATE_OTHERWISE ->
            buckets.create(bucket, BucketParameters.parse(Map.of("whenNotEmpty", "Empty")));
        case LOOK -> buckets.get(bucket, BucketParameters.DEFAULT);
        case GRANT -> grant(AccessMode.READ_WRITE);
        case GRANT_OTHERWISE -> grant(AccessMode.READ_ONLY);
        case REVOKE -> grants.revoke(account);
        case DELETE -> buckets.delete(bucket);
      }
    }

    Credential grant(AccessMode mode) {
      AccessModes modes = new AccessModes(mode, mode, AccessMode.ANY);
      BucketAccess access = new BucketAccess(bucket, modes);
      return grants
          .grant(new GrantRequest(account, List.of(access), AccessParameters.DEFAULT))
          .credential();
    }

    void requireNothingLeft() {
      grants.revoke(account);
      buckets.delete(bucket);
      assertThat(backend.buckets().exists(bucket.bucket())).isFalse();
      assertThat(registry.ids(RecordKind.BUCKETS, Optional.empty()).items()).isEmpty();
      assertThat(registry.ids(RecordKind.GRANTS, Optional.empty()).items()).isEmpty();
      OpenBackend configured = new OpenBackend(backend, registry, names.registry);
      new Emptier(LeasedOperation.on(configured), names.registry, "").run();
      backend.buckets().delete(names.registry);
    }
  }
}
