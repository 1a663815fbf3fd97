package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.Credential;
import io.windlass.backend.Backend;
import io.windlass.backend.Timing;
import io.windlass.error.DriverException;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.provision.grant.GrantRotation;
import io.windlass.provision.grant.Grants;
import io.windlass.provision.iam.FakeIam;
import io.windlass.provision.iam.FakeIamBackend;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backends on which what was answered is so a while later. */
class TimingTest {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final Duration CALL = Duration.ofSeconds(10);

  /** The server's clock says whole seconds. */
  private static final Duration AFTER_AN_HOUR = Duration.ofHours(1).plusSeconds(2);

  private static final int MORE_CALLS_THAN_ANY = 40;

  private final FakeIamBackend server;
  private final BucketId bucket;
  private final AccountId account;

  TimingTest(@TempDir Path directory) {
    this.server = FakeIamBackend.open(directory.resolve("store"));
    this.bucket = new BucketId(server.name(), "bucket");
    this.account = AccountId.of(server.name(), "ba-1");
  }

  @AfterEach
  void close() {
    server.close();
  }

  private record Driver(
      Buckets buckets, Grants grants, GrantRotation rotation, Registry registry) {}

  private static Driver driver(Backend backend) {
    Registry registry =
        new Registry(
            new RegistryBucket(backend, "registry", true), Owner.current("test:/a.sock"), () -> 0);
    OpenBackends backends =
        new OpenBackends(List.of(new OpenBackend(backend, registry, "registry")));
    Buckets buckets = Buckets.forClaims(backends, new CallsInFlight());
    CredentialSeal seal = new CredentialSeal(() -> RING);
    Grants grants =
        new Grants(backends, buckets, new CallsInFlight(), seal, InstantSource.system());
    GrantRotation rotation =
        new GrantRotation(backends, new CallsInFlight(), seal, InstantSource.system());
    return new Driver(buckets, grants, rotation, registry);
  }

  /** Keys go on working for so long after they were taken away. */
  private FakeIamBackend revoking(Duration after) {
    return server.with(
        new Timing(CALL, Duration.ZERO, Duration.ofSeconds(2), after, Duration.ZERO));
  }

  private Credential grant(Driver driver) {
    AccessModes modes = new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
    BucketAccess access = new BucketAccess(bucket, modes);
    return driver
        .grants
        .grant(new GrantRequest(account, List.of(access), AccessParameters.DEFAULT))
        .credential();
  }

  private Optional<GrantRecord.State> state(Driver driver) {
    return driver
        .registry
        .find(RecordKind.GRANTS, account.account())
        .map(entry -> entry.value().state());
  }

  @Test
  void aRevokeIsAnsweredWhenTheServerAcceptsTheKeysNoMore() {
    FakeIamBackend slow = revoking(Duration.ofHours(1));
    Driver driver = driver(slow);
    driver.buckets.create(bucket, BucketParameters.DEFAULT);
    grant(driver);

    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> driver.grants.revoke(account))
        .withMessageContaining("may accept its keys for another 3600 s");
    assertThat(server.accounts()).isEmpty();
    assertThat(state(driver)).contains(GrantRecord.State.REVOKED);
    Driver early = driver(slow.later(Duration.ofMinutes(50)));
    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> early.grants.revoke(account));
    assertThat(state(driver)).contains(GrantRecord.State.REVOKED);

    driver(slow.later(AFTER_AN_HOUR)).grants.revoke(account);
    assertThat(state(driver)).isEmpty();
    driver.grants.revoke(account);
  }

  /** IAM does all seconds later: its keys are tried, and no wait is guessed. */
  @Test
  void keysOfIamAreTriedUntilTheyWorkAndUntilTheyAreDead() {
    Duration late = Duration.ofSeconds(20);
    FakeIam iam = server.iam();
    iam.effectsTake(late);
    Driver driver =
        driver(server.with(new Timing(CALL, Duration.ZERO, late, Duration.ZERO, Duration.ZERO)));
    driver.buckets.create(bucket, BucketParameters.DEFAULT);

    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> grant(driver))
        .withMessageContaining("the server refuses its key");
    assertThat(state(driver)).contains(GrantRecord.State.SETTLING);
    List<String> keys = server.keys(account.account());
    iam.pass(late);
    assertThat(grant(driver)).isEqualTo(grant(driver));
    assertThat(server.keys(account.account())).isEqualTo(keys).hasSize(1);

    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> driver.grants.revoke(account))
        .withMessageContaining("still accepts its key");
    assertThat(state(driver)).contains(GrantRecord.State.REVOKING);
    iam.pass(late);
    driver.grants.revoke(account);
    assertThat(state(driver)).isEmpty();
    assertThat(server.accounts()).isEmpty();
  }

  /** One replica knows of a change 3 to 4 seconds after the other. */
  @Test
  void keysOfIamHaveToWorkAndToBeDeadForSecondsWhoeverAnswers() {
    Duration one = Duration.ofSeconds(2);
    Duration span = Duration.ofSeconds(5);
    Duration longer = span.plusSeconds(2); // the server's clock says whole seconds
    FakeIam iam = server.iam();
    FakeIamBackend aws =
        server.with(
            new Timing(
                CALL,
                Duration.ZERO,
                Duration.ofMinutes(2),
                span,
                Duration.ZERO,
                Duration.ZERO,
                span));
    Driver driver = driver(aws);
    Driver later = driver(aws.later(longer));
    driver.buckets.create(bucket, BucketParameters.DEFAULT);
    iam.replicasTake(one, one.multipliedBy(3));

    isLate(() -> grant(driver), "the server refuses its key");
    List<String> keys = server.keys(account.account());
    iam.pass(one);
    isLate(() -> grant(later), "the server refuses its key");
    iam.pass(one.multipliedBy(2));
    isLate(() -> grant(later), "may refuse it for another 5 s");
    isLate(() -> grant(driver), "may refuse it for another");
    Credential granted = grant(later);
    assertThat(granted).isEqualTo(grant(driver));
    assertThat(server.keys(account.account())).isEqualTo(keys).hasSize(1);

    for (int call = 0; call < 2; call++) {
      isLate(() -> driver.grants.revoke(account), "still accepts its key");
      iam.pass(one);
    }
    iam.pass(one);
    isLate(() -> driver.grants.revoke(account), "may accept its keys for another 5 s");
    isLate(() -> driver.grants.revoke(account), "may accept its keys for another");
    assertThat(server.accounts()).isEmpty();
    iam.replicasTake(one, longer); // which was not met before
    isLate(() -> later.grants.revoke(account), "still accepts its key");
    iam.pass(longer);
    later.grants.revoke(account);
    assertThat(state(driver)).isEmpty();
  }

  /** The list of keys is older than the key. */
  @Test
  void aKeyOfIamThatIsNotListedYetIsNotMadeAgain() {
    Duration late = Duration.ofSeconds(20);
    FakeIam iam = server.iam();
    FakeIamBackend aws =
        server.with(new Timing(CALL, Duration.ZERO, late, Duration.ZERO, Duration.ZERO));
    Driver driver = driver(aws);
    driver.buckets.create(bucket, BucketParameters.DEFAULT);
    Credential granted = grant(driver);
    Credential next = driver.rotation.rotate(account);
    iam.effectsTake(late);
    List<String> keys = server.keys(account.account());

    isLate(() -> grant(driver), "call again");
    isLate(() -> driver.rotation.rotate(account), "call again");
    isLate(() -> driver.rotation.retireOldKeys(account), "call again");
    assertThat(server.keys(account.account())).isEqualTo(keys).hasSize(2);
    iam.pass(late);
    assertThat(grant(driver)).isEqualTo(next).isNotEqualTo(granted);
    driver.rotation.retireOldKeys(account);
    assertThat(server.keys(account.account())).containsExactly(keys.getLast());

    iam.deleteAccessKey(iam.users().getFirst().name(), keys.getLast());
    iam.pass(late);
    assertThat(grant(driver(aws.later(late.plusSeconds(2))))).isNotEqualTo(next);
  }

  private static void isLate(ThrowingCallable call, String message) {
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(call)
        .withMessageContaining(message)
        .matches(late -> late.kind().isRetryable());
  }

  /** No record has them: they are derived once more, to be tried. */
  @Test
  void keysThatTheDriverDerivesAreTried(@TempDir Path other) {
    List<Object> tried = new ArrayList<>();
    try (Backend embedded = EmbeddedBackend.in(other)) {
      AccessAdmin access =
          proxy(
              AccessAdmin.class,
              (method, arguments) -> {
                if (method.getName().equals("revoke") && arguments.length == 3) {
                  tried.add(arguments[2]);
                }
                return method.invoke(embedded.access(), arguments);
              });
      Backend watched =
          proxy(
              Backend.class,
              (method, arguments) ->
                  method.getName().equals("access") ? access : method.invoke(embedded, arguments));
      Driver driver = driver(watched);
      driver.buckets.create(bucket, BucketParameters.DEFAULT);
      Credential granted = grant(driver);

      driver.grants.revoke(account);

      assertThat(tried).containsExactly(List.of(granted));
    }
  }

  private interface Call {
    Object of(Method method, Object[] arguments) throws Throwable;
  }

  private static <T> T proxy(Class<T> type, Call call) {
    return type.cast(
        Proxy.newProxyInstance(
            type.getClassLoader(),
            new Class<?>[] {type},
            (_, method, arguments) -> call.of(method, arguments)));
  }

  @Test
  void accessThatIsWantedAgainMeanwhileIsAnother() {
    Driver driver = driver(revoking(Duration.ofHours(1)));
    driver.buckets.create(bucket, BucketParameters.DEFAULT);
    Credential before = grant(driver);
    for (int call = 0; call < 2; call++) {
      assertThatExceptionOfType(DriverException.Aborted.class)
          .isThrownBy(() -> driver.grants.revoke(account))
          .withMessageContaining("is revoked");
    }

    Credential now = grant(driver);

    assertThat(now).isNotEqualTo(before);
    assertThat(grant(driver)).isEqualTo(now);
    assertThat(state(driver)).contains(GrantRecord.State.READY);
  }

  /** The wait begins when the keys are gone, so a call that dies before begins anew. */
  @Test
  void aRevokeThatWasCutOffIsFinished() {
    for (int call = 1; ; call++) {
      assertThat(call).isLessThan(MORE_CALLS_THAN_ANY);
      FakeIamBackend slow = revoking(Duration.ofHours(1));
      Driver driver = driver(slow);
      driver.buckets.create(bucket, BucketParameters.DEFAULT);
      grant(driver);
      TrapBackend trap =
          TrapBackend.pausing(
              call,
              Side.BEFORE,
              () -> {
                throw new DriverException.Unavailable("gone away", null);
              });
      Driver failing = driver(trap.over(slow));
      assertThatExceptionOfType(DriverException.class)
          .isThrownBy(() -> failing.grants.revoke(account));
      assertThatExceptionOfType(DriverException.Aborted.class)
          .isThrownBy(() -> driver.grants.revoke(account));
      assertThat(state(driver)).contains(GrantRecord.State.REVOKED);
      assertThat(server.accounts()).isEmpty();
      driver(slow.later(AFTER_AN_HOUR)).grants.revoke(account);
      if (trap.calls() < call) {
        return;
      }
    }
  }

  /** The name is refused as for a container that Azure is still deleting. */
  @Test
  void aNameThatIsNotFreeYetIsUnavailableAndTheMessageSaysForHowLong() {
    Timing timing =
        new Timing(CALL, Duration.ofSeconds(30), Duration.ZERO, Duration.ZERO, Duration.ZERO);
    boolean said = false;
    for (int call = 1; ; call++) {
      assertThat(call).isLessThan(MORE_CALLS_THAN_ANY);
      TrapBackend trap =
          TrapBackend.pausing(
              call,
              Side.BEFORE,
              () -> {
                throw new DriverException.Unavailable("ContainerBeingDeleted", null);
              });
      try {
        driver(trap.over(server.with(timing))).buckets.create(bucket, BucketParameters.DEFAULT);
      } catch (DriverException.Unavailable e) {
        said |= e.getMessage().contains("it can be made again 30 s after that");
      }
      driver(server).buckets.create(bucket, BucketParameters.DEFAULT);
      driver(server).buckets.delete(bucket);
      if (trap.calls() < call) {
        assertThat(said).isTrue();
        return;
      }
    }
  }
}
