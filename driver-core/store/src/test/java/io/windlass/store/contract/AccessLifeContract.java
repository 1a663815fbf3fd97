package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.store.AccessAdmin;
import io.windlass.store.BucketSettings;
import io.windlass.store.Condition;
import io.windlass.store.Credential;
import io.windlass.store.Feature;
import io.windlass.store.KeyGeneration;
import io.windlass.store.Principal;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
import io.windlass.store.contract.Workload.Outcome;
import io.windlass.testing.UniqueName;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** The life of a credential: grant, again, rotation, the end. */
public interface AccessLifeContract extends Contract {
  /** Outcomes for a credential that has ended. */
  List<Outcome> ENDED = List.of(Outcome.REJECTED, Outcome.DENIED);

  @Test
  default void grantingAgainChangesNothing(TestBucket bucket) {
    Principal principal = Grants.principal(Grants.of(bucket, Grants.READ_WRITE));
    try (Granted granted = Granted.to(backend(), principal)) {
      Credential again = backend().access().grant(principal, granted.key());

      if (backend().access().derivesKeys()) {
        assertThat(again).isEqualTo(granted.credential());
        assertThat(backend().access().derive(principal.account(), granted.key()))
            .isEqualTo(granted.credential());
      }
      assertOutcome(Outcome.ALLOWED, again, bucket);
      assertThat(backend().access().isLive(principal, granted.key())).isTrue();
    }
  }

  @Test
  default void grantsThatRaceAgree(TestBucket bucket) throws Exception {
    AccessAdmin access = backend().access();
    Principal principal = Grants.principal(Grants.of(bucket, Grants.READ_WRITE));
    KeyGeneration key = access.generation(1);
    try {
      List<Credential> credentials = Race.of(8, i -> () -> access.grant(principal, key));

      if (access.derivesKeys()) {
        assertThat(new HashSet<>(credentials)).hasSize(1);
        assertOutcome(Outcome.ALLOWED, credentials.getFirst(), bucket);
      }
      assertThat(access.isLive(principal, key)).isTrue();
    } finally {
      access.revoke(principal.account(), List.of(key));
    }
  }

  @Test
  default void grantingOtherwiseReplacesWhatWasGranted(TestBucket bucket) {
    try (TestBucket other = TestBucket.create(backend(), BucketSettings.DEFAULT);
        Granted granted =
            Granted.to(backend(), Grants.principal(Grants.of(bucket, Grants.READ_WRITE)))) {
      Principal moved =
          new Principal(
              granted.principal().account(),
              List.of(Grants.of(other, Grants.READ_ONLY)),
              Optional.empty());

      Credential credential = backend().access().grant(moved, granted.key());

      assertOutcome(Outcome.DENIED, credential, bucket);
      try (Workload there = Workload.open(credential, backend().locate(other.name()))) {
        assertThat(there.list("")).isEqualTo(Outcome.ALLOWED);
        assertThat(there.write("key")).isEqualTo(Outcome.DENIED);
      }
    }
  }

  @Test
  default void accountsDoNotTouchEachOther(TestBucket bucket) {
    try (Granted one =
            Granted.to(backend(), Grants.principal(Grants.of(bucket, Grants.READ_WRITE)));
        Granted two =
            Granted.to(backend(), Grants.principal(Grants.of(bucket, Grants.READ_WRITE)))) {
      assertThat(one.credential()).isNotEqualTo(two.credential());

      backend().access().revoke(one.principal().account(), List.of(one.key()));

      assertEnded(one.credential(), bucket);
      assertOutcome(Outcome.ALLOWED, two.credential(), bucket);
    }
  }

  @Test
  default void bothKeysWorkDuringARotation(TestBucket bucket) {
    AccessAdmin access = backend().access();
    Principal principal = Grants.principal(Grants.of(bucket, Grants.READ_WRITE));
    KeyGeneration first = access.generation(1);
    KeyGeneration second = access.generation(2);
    try {
      Credential one = access.grant(principal, first);
      Credential two = access.rotate(principal, second);

      assertThat(two).isNotEqualTo(one);
      assertOutcome(Outcome.ALLOWED, one, bucket);
      assertOutcome(Outcome.ALLOWED, two, bucket);
      if (access.derivesKeys()) {
        assertThat(access.rotate(principal, second)).isEqualTo(two);
      }
      assertThat(access.isLive(principal, first)).isTrue();
      assertThat(access.isLive(principal, second)).isTrue();

      access.retire(principal, first);
      access.retire(principal, first);
      assertEnded(one, bucket);
      assertOutcome(Outcome.ALLOWED, two, bucket);
      assertThat(access.isLive(principal, first)).isFalse();
      assertThat(access.isLive(principal, second)).isTrue();
    } finally {
      access.revoke(principal.account(), List.of(first, second));
    }
  }

  /** Whoever kept the old key must not get back in when the name is granted again. */
  @Test
  default void accessThatIsGrantedAnewHasAnotherKey(TestBucket bucket) {
    Principal principal = Grants.principal(Grants.of(bucket, Grants.READ_WRITE));
    Credential before;
    try (Granted granted = Granted.to(backend(), principal)) {
      before = granted.credential();
    }
    try (Granted granted = Granted.to(backend(), principal)) {
      assertThat(granted.credential()).isNotEqualTo(before);
      assertOutcome(Outcome.ALLOWED, granted.credential(), bucket);
      assertEnded(before, bucket);
    }
  }

  @Test
  default void revokingEndsEveryKeyAtOnce(TestBucket bucket) {
    AccessAdmin access = backend().access();
    Principal principal = Grants.principal(Grants.of(bucket, Grants.READ_WRITE));
    KeyGeneration first = access.generation(1);
    KeyGeneration second = access.generation(2);
    Credential one = access.grant(principal, first);
    Credential two = access.rotate(principal, second);
    try (Workload busy = Workload.open(one, backend().locate(bucket.name()))) {
      assertThat(busy.write("before")).isEqualTo(Outcome.ALLOWED);

      access.revoke(principal.account(), List.of(first, second));

      assertThat(busy.write("after")).as("on an open connection").isIn(ENDED);
    }
    assertEnded(one, bucket);
    assertEnded(two, bucket);
    assertThat(access.isLive(principal, first)).isFalse();
    access.revoke(principal.account(), List.of(first, second));
    assertThat(Listings.keys(bucket.objects())).containsExactly("before");
  }

  @Test
  default void revokingAStrangerIsNoError() {
    AccessAdmin access = backend().access();

    access.revoke(UniqueName.of("stranger"), List.of(access.generation(1)));
  }

  /** Access outlives its bucket until it is revoked, which must then still work. */
  @Test
  default void revokingWorksWithoutTheBucket() {
    TestBucket bucket = TestBucket.create(backend(), BucketSettings.DEFAULT);
    try (Granted granted =
        Granted.to(backend(), Grants.principal(Grants.of(bucket, Grants.READ_WRITE)))) {
      bucket.close();

      backend().access().revoke(granted.principal().account(), List.of(granted.key()));

      assertThat(backend().access().isLive(granted.principal(), granted.key())).isFalse();
    }
  }

  /** As after a crash between the steps of a revoke, or of a grant. */
  @Test
  default void grantingCompletesWhatIsHalfThere(TestBucket bucket) {
    AccessAdmin access = backend().access();
    try (Granted granted =
        Granted.to(backend(), Grants.principal(Grants.of(bucket, Grants.READ_WRITE)))) {
      access.retire(granted.principal(), granted.key());
      assertThat(access.isLive(granted.principal(), granted.key())).isFalse();

      Credential again = access.grant(granted.principal(), granted.key());

      assertOutcome(Outcome.ALLOWED, again, bucket);
      assertThat(access.isLive(granted.principal(), granted.key())).isTrue();
    }
  }

  @Test
  default void accessExpires(TestBucket bucket) throws Throwable {
    Principal past = expiring(Grants.principal(Grants.of(bucket, Grants.READ_WRITE)), -60);
    worksOrIsRefused(
        Feature.ACCESS_EXPIRY,
        () -> backend().access().check(past),
        () -> {
          try (Granted granted = Granted.to(backend(), expiring(past, 3600))) {
            assertOutcome(Outcome.ALLOWED, granted.credential(), bucket);
            assertEnded(backend().access().grant(past, granted.key()), bucket);

            Credential soon = backend().access().grant(expiring(past, 2), granted.key());
            await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> assertEnded(soon, bucket));
          }
        });
  }

  @Test
  default void whatCannotBeEnforcedLeavesNothing(TestBucket bucket) {
    Principal nobody = Grants.principal();

    assertThatExceptionOfType(StoreException.InvalidArgument.class)
        .isThrownBy(() -> backend().access().grant(nobody, backend().access().generation(1)));
    assertThat(backend().access().isLive(nobody, backend().access().generation(1))).isFalse();
  }

  private static Principal expiring(Principal principal, long seconds) {
    return new Principal(
        principal.account(), principal.buckets(), Optional.of(Instant.now().plusSeconds(seconds)));
  }

  private void assertEnded(Credential credential, TestBucket bucket) {
    try (Workload workload = Workload.open(credential, backend().locate(bucket.name()))) {
      bucket.objects().put("seed", Bytes.text("seed"), PutOptions.DEFAULT);
      assertThat(workload.read("seed")).isIn(ENDED);
      assertThat(workload.list("")).isIn(ENDED);
      assertThat(workload.write("after the end")).isIn(ENDED);
      bucket.objects().delete("seed", Condition.always());
    }
  }

  private void assertOutcome(Outcome expected, Credential credential, TestBucket bucket) {
    try (Workload workload = Workload.open(credential, backend().locate(bucket.name()))) {
      assertThat(workload.write("probe")).isEqualTo(expected);
      assertThat(workload.list("")).isEqualTo(expected);
      assertThat(workload.delete("probe")).isEqualTo(expected);
    }
  }
}
