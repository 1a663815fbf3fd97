package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
import io.windlass.provision.grant.GrantRotation;
import io.windlass.provision.grant.Grants;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.Crash;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The key of a grant is replaced: what works when, and what is left wherever it is cut off. */
abstract class RotationContract {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final int MORE_CALLS_THAN_ANY = 40;

  private final AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
  private Names names;
  private Driver driver;

  /** The backend under test, open. */
  abstract Backend backend();

  /** Closes it. */
  abstract void close();

  private record Names(BucketId bucket, AccountId account, String registry) {}

  private record Driver(
      Buckets buckets, Grants grants, GrantRotation rotation, Registry registry) {}

  @BeforeEach
  void begin() {
    names =
        new Names(
            new BucketId(backend().name(), UniqueName.of("rotate")),
            AccountId.of(backend().name(), UniqueName.of("ba")),
            UniqueName.of("registry"));
    driver = driver(backend(), "test:/a.sock");
    driver.buckets.create(names.bucket, BucketParameters.DEFAULT);
  }

  @AfterEach
  void leavesNothing() {
    driver.grants.revoke(names.account);
    assertThat(driver.registry.ids(RecordKind.GRANTS, Optional.empty()).items()).isEmpty();
    LeasedOperation operation =
        LeasedOperation.on(new OpenBackend(backend(), driver.registry, names.registry));
    new Emptier(operation, names.bucket.bucket(), "").run();
    driver.buckets.delete(names.bucket);
    new Emptier(operation, names.registry, "").run();
    backend().buckets().delete(names.registry);
    close();
  }

  private Driver driver(Backend over, String place) {
    Registry registry =
        new Registry(new RegistryBucket(over, names.registry, true), Owner.current(place), () -> 0);
    OpenBackends backends =
        new OpenBackends(List.of(new OpenBackend(over, registry, names.registry)));
    Buckets buckets = Buckets.forClaims(backends, new CallsInFlight());
    CallsInFlight inFlight = new CallsInFlight();
    InstantSource clock = now::get;
    CredentialSeal seal = new CredentialSeal(() -> RING);
    return new Driver(
        buckets,
        new Grants(backends, buckets, inFlight, seal, clock),
        new GrantRotation(backends, inFlight, seal, clock),
        registry);
  }

  private Credential grant(AccessParameters parameters) {
    AccessModes modes = new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
    BucketAccess access = new BucketAccess(names.bucket, modes);
    return driver
        .grants
        .grant(new GrantRequest(names.account, List.of(access), parameters))
        .credential();
  }

  private Credential grant() {
    return grant(AccessParameters.DEFAULT);
  }

  private GrantRecord record() {
    return driver.registry.find(RecordKind.GRANTS, names.account.account()).orElseThrow().value();
  }

  private Outcome outcome(Credential credential) {
    try (Workload workload = Workload.open(credential, backend().locate(names.bucket.bucket()))) {
      return workload.write("key");
    }
  }

  private void works(Credential credential) {
    assertThat(outcome(credential)).isEqualTo(Outcome.ALLOWED);
  }

  private void isRefused(Credential credential) {
    assertThat(outcome(credential)).isEqualTo(Outcome.REJECTED);
  }

  @Test
  void bothKeysWorkUntilTheOldOneIsRetired() {
    Credential old = grant();
    Credential next = driver.rotation.rotate(names.account);
    assertThat(next).isNotEqualTo(old);
    works(old);
    works(next);
    assertThat(grant()).as("who asks again gets the new one").isEqualTo(next);
    assertThat(driver.rotation.rotate(names.account)).as("no third key").isEqualTo(next);
    assertThat(record().keys()).hasSize(2);

    driver.rotation.retireOldKeys(names.account);
    driver.rotation.retireOldKeys(names.account);
    isRefused(old);
    works(next);
    assertThat(grant()).isEqualTo(next);
    assertThat(record().keys()).hasSize(1);
  }

  /** Disables the keys of an account as an administrator does; returns whether that is possible. */
  boolean disable(String account) {
    return false;
  }

  @Test
  void aKeyThatSomebodyDisabledIsNeitherEnabledNorReplaced() {
    Credential leaked = grant();
    if (!disable(names.account.account())) {
      return;
    }
    GrantRecord before = record();
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(this::grant)
        .withMessageContaining("inactive");
    isRefused(leaked);
    assertThat(record()).isEqualTo(before);

    Credential next = driver.rotation.rotate(names.account);
    works(next);
    isRefused(leaked);
    assertThat(grant()).isEqualTo(next);
  }

  @Test
  void whatIsNotThereIsNotRotated() {
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> driver.rotation.rotate(names.account));
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> driver.rotation.retireOldKeys(names.account));
    assertThat(driver.registry.ids(RecordKind.GRANTS, Optional.empty()).items()).isEmpty();
  }

  /** Else a key would be handed out that works no more. */
  @Test
  void accessThatHasExpiredIsNotRotated() {
    grant(AccessParameters.parse(Map.of("expiresAfter", "1h")));
    now.updateAndGet(before -> before.plus(Duration.ofHours(2)));
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> driver.rotation.rotate(names.account));
    assertThat(record().keys()).hasSize(1);
  }

  @Test
  void whatIsBeingTakenAwayIsNotRotated() {
    Credential old = grant();
    int call = 1;
    while (record().state() != GrantRecord.State.REVOKING) {
      Driver dying = driver(TrapBackend.crashing(call, Side.AFTER).over(backend()), "test:/a.sock");
      assertThatExceptionOfType(Crash.class).isThrownBy(() -> dying.grants.revoke(names.account));
      call++;
    }
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> driver.rotation.rotate(names.account));
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> driver.rotation.retireOldKeys(names.account));
    driver.grants.revoke(names.account);
    isRefused(old);
  }

  /** The process dies after a call, and so before the next; whether there was one. */
  private boolean dies(int call, boolean retiring) {
    Driver dying = driver(TrapBackend.crashing(call, Side.AFTER).over(backend()), "test:/a.sock");
    try {
      if (retiring) {
        dying.rotation.retireOldKeys(names.account);
      } else {
        Credential _ = dying.rotation.rotate(names.account);
      }
      return false;
    } catch (Crash e) {
      return true;
    }
  }

  @Test
  void oneThatWasCutOffIsGoneOnWithWhenItIsAskedForAgain() {
    for (int call = 1; ; call++) {
      assertThat(call).isLessThan(MORE_CALLS_THAN_ANY);
      Credential old = grant();
      boolean died = dies(call, false);
      works(old);
      if (died) {
        Credential next = driver.rotation.rotate(names.account);
        assertThat(next).isNotEqualTo(old);
        works(next);
        assertThat(record().keys()).as("no third key").hasSize(2);
      }
      works(old);
      works(grant());
      driver.rotation.retireOldKeys(names.account);
      isRefused(old);
      works(grant());
      driver.grants.revoke(names.account);
      if (!died) {
        assertThat(call).isGreaterThan(3);
        return;
      }
    }
  }

  /** It gets a key that works, and goes on getting that one. */
  @Test
  void whoAsksForAccessWhileARotationIsCutOffGetsAKeyThatStays() {
    for (int call = 1; ; call++) {
      assertThat(call).isLessThan(MORE_CALLS_THAN_ANY);
      Credential old = grant();
      boolean died = dies(call, false);
      boolean begun = record().keys().size() > 1;
      Credential answered = grant();
      assertThat(answered.equals(old))
          .as("the old one, unless a new one was begun")
          .isNotEqualTo(begun);
      works(answered);
      works(old);
      driver.rotation.retireOldKeys(names.account);
      works(answered);
      assertThat(grant()).isEqualTo(answered);
      driver.grants.revoke(names.account);
      isRefused(answered);
      isRefused(old);
      if (!died) {
        return;
      }
    }
  }

  /** Else no key would be left that works. */
  @Test
  void retiringFinishesARotationThatWasCutOff() {
    for (int call = 1; ; call++) {
      assertThat(call).isLessThan(MORE_CALLS_THAN_ANY);
      Credential old = grant();
      boolean died = dies(call, false);
      boolean begun = record().keys().size() > 1;
      driver.rotation.retireOldKeys(names.account);
      assertThat(outcome(old)).isEqualTo(begun ? Outcome.REJECTED : Outcome.ALLOWED);
      works(grant());
      assertThat(record().keys()).hasSize(1);
      driver.grants.revoke(names.account);
      if (!died) {
        return;
      }
    }
  }

  @Test
  void retiringThatWasCutOffIsGoneOnWith() {
    for (int call = 1; ; call++) {
      assertThat(call).isLessThan(MORE_CALLS_THAN_ANY);
      Credential old = grant();
      Credential next = driver.rotation.rotate(names.account);
      boolean died = dies(call, true);
      works(next);
      driver.rotation.retireOldKeys(names.account);
      isRefused(old);
      assertThat(grant()).isEqualTo(next);
      works(next);
      assertThat(record().keys()).hasSize(1);
      driver.grants.revoke(names.account);
      if (!died) {
        return;
      }
    }
  }

  /** Somebody has that key. */
  @Test
  void whoAsksForAccessWhileRetiringIsCutOffKeepsTheKey() {
    for (int call = 1; ; call++) {
      assertThat(call).isLessThan(MORE_CALLS_THAN_ANY);
      Credential old = grant();
      Credential next = driver.rotation.rotate(names.account);
      boolean died = dies(call, true);
      assertThat(grant()).isEqualTo(next);
      works(next);
      driver.rotation.retireOldKeys(names.account);
      isRefused(old);
      driver.grants.revoke(names.account);
      if (!died) {
        return;
      }
    }
  }

  /**
   * A caller that gets a final error does not call again, so the rotation that was begun is undone.
   */
  @Test
  void aRotationThatFailsForGoodLeavesTheOldKey() {
    for (int call = 1; ; call++) {
      assertThat(call).isLessThan(MORE_CALLS_THAN_ANY);
      Credential old = grant();
      TrapBackend trap =
          TrapBackend.pausing(
              call,
              Side.BEFORE,
              () -> {
                throw new DriverException.Unsupported("refused by the test", null);
              });
      Driver failing = driver(trap.over(backend()), "test:/a.sock");
      boolean failed = false;
      try {
        Credential _ = failing.rotation.rotate(names.account);
      } catch (DriverException e) {
        failed = true;
      }
      works(old);
      if (failed) {
        assertThat(record().state()).isEqualTo(GrantRecord.State.READY);
        assertThat(record().keys()).hasSize(1);
        assertThat(grant()).isEqualTo(old);
      }
      driver.grants.revoke(names.account);
      if (!failed) {
        return;
      }
    }
  }

  /** After every call of the one, the other does the same from beginning to end. */
  @Test
  void ofTwoAtOnceEachAnswersWithAKeyThatWorksOrIsTurnedAway() {
    for (int call = 1; ; call++) {
      assertThat(call).isLessThan(MORE_CALLS_THAN_ANY);
      Credential old = grant();
      AtomicReference<Optional<Credential>> second = new AtomicReference<>(Optional.empty());
      Driver other = driver(backend(), "test:/b.sock");
      TrapBackend trap = TrapBackend.pausing(call, Side.AFTER, () -> second.set(rotated(other)));
      Optional<Credential> first = rotated(driver(trap.over(backend()), "test:/a.sock"));

      assertThat(first.or(second::get)).isPresent();
      first.ifPresent(this::works);
      second.get().ifPresent(this::works);
      works(old);
      driver.rotation.retireOldKeys(names.account);
      isRefused(old);
      works(grant());
      driver.grants.revoke(names.account);
      first.ifPresent(this::isRefused);
      second.get().ifPresent(this::isRefused);
      if (trap.calls() < call) {
        return;
      }
    }
  }

  private Optional<Credential> rotated(Driver by) {
    try {
      return Optional.of(by.rotation.rotate(names.account));
    } catch (DriverException.Aborted e) {
      return Optional.empty();
    }
  }
}
