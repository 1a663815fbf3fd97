package io.windlass.provision;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.provision.grant.AccessParameters;
import io.windlass.provision.grant.AccountId;
import io.windlass.provision.grant.BucketAccess;
import io.windlass.provision.grant.CredentialSeal;
import io.windlass.provision.grant.GrantRequest;
import io.windlass.provision.grant.Grants;
import io.windlass.registry.BucketRecord;
import io.windlass.registry.GrantRecord;
import io.windlass.registry.Owner;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import io.windlass.registry.RegistryBucket;
import io.windlass.secret.Keyring;
import io.windlass.store.PutOptions;
import io.windlass.store.local.LocalBackend;
import io.windlass.store.local.LocalConfig;
import io.windlass.testing.UniqueName;
import io.windlass.testing.crash.Crash;
import io.windlass.testing.crash.TrapBackend;
import io.windlass.testing.crash.TrapBackend.Side;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Buckets that claims were given, over the embedded server. */
class LocalBucketsTest {
  private static final String REGISTRY = "buckets-registry";
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final BucketParameters NONE = BucketParameters.DEFAULT;

  private final LocalBackend backend;
  private final OpenBackend configured;
  private final BucketId id;
  private Buckets buckets;

  LocalBucketsTest(@TempDir Path directory) {
    backend = LocalBackend.open(LocalConfig.in(directory.resolve("store")));
    configured =
        new OpenBackend(
            backend,
            new Registry(
                new RegistryBucket(backend, REGISTRY, true),
                Owner.current("test:/a.sock"),
                () -> 0),
            REGISTRY);
    id = new BucketId(backend.name(), UniqueName.of("bucket"));
  }

  @BeforeEach
  void begin() {
    buckets = Buckets.forClaims(new OpenBackends(List.of(configured)), new CallsInFlight());
  }

  @AfterEach
  void close() {
    backend.close();
  }

  private record Driver(Buckets buckets, Grants grants) {}

  private Driver driver(Backend over) {
    Registry registry =
        new Registry(
            new RegistryBucket(over, REGISTRY, true), Owner.current("test:/a.sock"), () -> 0);
    OpenBackends backends = new OpenBackends(List.of(new OpenBackend(over, registry, REGISTRY)));
    CallsInFlight inFlight = new CallsInFlight();
    Buckets made = Buckets.forClaims(backends, inFlight);
    CredentialSeal seal = new CredentialSeal(() -> RING);
    return new Driver(made, new Grants(backends, made, inFlight, seal, InstantSource.system()));
  }

  private Leftovers leftovers(Duration after) {
    Driver driver = driver(backend);
    return new Leftovers(
        new OpenBackends(List.of(configured)),
        List.of(driver.grants.unfinished(), driver.buckets.unfinished()),
        after,
        new SimpleMeterRegistry());
  }

  private GrantRequest request() {
    AccessModes modes =
        new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.ANY);
    return new GrantRequest(
        AccountId.of(id.backend(), "ba-of-a-test"),
        List.of(new BucketAccess(id, modes)),
        AccessParameters.DEFAULT);
  }

  private void put(String key) {
    backend
        .objects(id.bucket())
        .put(key, Content.of(key.getBytes(StandardCharsets.UTF_8)), PutOptions.DEFAULT);
  }

  @Test
  void whoeverIsRefusedADeleteIsToldHowToEmptyTheBucket() {
    buckets.create(id, NONE);
    put("one");
    put("two");
    assertThatExceptionOfType(DriverException.NotEmpty.class)
        .isThrownBy(() -> buckets.delete(id))
        .withMessageContaining("holds 2 objects")
        .withMessageContaining("whenNotEmpty=Empty")
        .withMessageContaining(" at http://127.0.0.1:")
        .withMessageContaining("windlass call DeleteBucket '{\"bucket_id\": \"" + id + "\"");
    assertThat(backend.buckets().exists(id.bucket())).isTrue();
    Map<String, String> wrong = Map.of("whenNotEmpty", "empty");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> buckets.delete(id, () -> BucketParameters.wantsEmptied(wrong)))
        .withMessage("parameter whenNotEmpty is 'empty', but must be Refuse or Empty");
    buckets.delete(id, () -> true);
    assertThat(backend.buckets().exists(id.bucket())).isFalse();
    assertThat(configured.registry().find(RecordKind.BUCKETS, id.bucket())).isEmpty();
    buckets.delete(id, () -> BucketParameters.wantsEmptied(wrong)); // it is gone
  }

  @Test
  void whatNobodyCameBackForIsUndoneWhenItIsOldEnough() {
    int deaths = undoneAfterEveryDeath(driver -> driver.buckets.create(id, NONE), buckets::delete);
    buckets.create(id, NONE);
    put("in use");
    deaths += undoneAfterEveryDeath(driver -> driver.grants.grant(request()), _ -> revoke());
    assertThat(deaths).isGreaterThan(9);
    assertThat(backend.buckets().exists(id.bucket())).isTrue();
  }

  private void revoke() {
    driver(backend).grants.revoke(request().account());
  }

  private int undoneAfterEveryDeath(Consumer<Driver> begin, Consumer<BucketId> delete) {
    for (int death = 0; ; death++) {
      try {
        begin.accept(driver(TrapBackend.crashing(1 + death, Side.AFTER).over(backend)));
        delete.accept(id);
        return death;
      } catch (Crash e) {
        try (Leftovers young = leftovers(Duration.ofHours(1));
            Leftovers old = leftovers(Duration.ZERO)) {
          assertThat(young.look()).as("undone too early").isZero();
          old.look();
        }
        for (String bucket :
            configured.registry().ids(RecordKind.BUCKETS, Optional.empty()).items()) {
          assertThat(
                  configured
                      .registry()
                      .find(RecordKind.BUCKETS, bucket)
                      .orElseThrow()
                      .value()
                      .state())
              .isEqualTo(BucketRecord.State.READY);
        }
        for (String account :
            configured.registry().ids(RecordKind.GRANTS, Optional.empty()).items()) {
          assertThat(
                  configured
                      .registry()
                      .find(RecordKind.GRANTS, account)
                      .orElseThrow()
                      .value()
                      .state())
              .isEqualTo(GrantRecord.State.READY);
        }
        assertThat(backend.buckets().exists(id.bucket()))
            .isEqualTo(configured.registry().find(RecordKind.BUCKETS, id.bucket()).isPresent());
        delete.accept(id);
      }
    }
  }

  /**
   * A repeated call reads the record, and looks at the bucket: one may be there without the other.
   */
  @Test
  void callsTakeNoMoreRequestsThanTheyNeed() {
    TrapBackend requests = TrapBackend.counting();
    Driver driver = driver(requests.over(backend));
    driver.buckets.create(id, NONE);
    requests.taken();
    driver.buckets.create(id, NONE);
    assertThat(requests.taken()).isEqualTo(Map.of("ObjectStore.get", 1L, "BucketAdmin.exists", 1L));
    BucketId other = new BucketId(backend.name(), UniqueName.of("bucket"));
    driver.buckets.create(other, NONE);
    assertThat(requests.taken())
        .isEqualTo(
            Map.of(
                "ObjectStore.get", 1L,
                "BucketAdmin.exists", 1L,
                "ObjectStore.put", 2L,
                "BucketAdmin.create", 1L));
    driver.grants.grant(request());
    assertThat(requests.taken())
        .as("no record of the access, that of the bucket; claimed, granted, tried, completed")
        .isEqualTo(
            Map.of(
                "ObjectStore.get", 2L,
                "BucketAdmin.exists", 1L,
                "ObjectStore.put", 2L,
                "AccessAdmin.grant", 1L,
                "AccessAdmin.isEffective", 1L));
    driver.grants.grant(request());
    assertThat(requests.taken()).isEqualTo(Map.of("ObjectStore.get", 1L, "AccessAdmin.isLive", 1L));
  }

  @Test
  void aBucketThatWasHandedOutAndIsLostIsNeverTakenForUnfinished() {
    buckets.create(id, NONE);
    for (int call = 1; ; call++) {
      backend.buckets().delete(id.bucket());
      try {
        driver(TrapBackend.crashing(call, Side.AFTER).over(backend)).buckets.create(id, NONE);
        assertThat(call).isGreaterThan(4);
        return;
      } catch (Crash e) {
        try (Leftovers old = leftovers(Duration.ZERO)) {
          assertThat(old.look()).as("undone though it was handed out").isZero();
        }
        buckets.create(id, NONE);
        assertThat(backend.buckets().exists(id.bucket())).isTrue();
      }
    }
  }
}
