package io.windlass.store.contract.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.windlass.access.AccessAdmin;
import io.windlass.access.Credential;
import io.windlass.access.IssuedKey;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.store.Feature;
import io.windlass.store.PutOptions;
import io.windlass.store.contract.Bytes;
import io.windlass.store.contract.Contract;
import io.windlass.store.contract.Listings;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.contract.access.Workload.Outcome;
import java.time.Instant;
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
      Granted again = granted.again(principal);

      if (backend().access().derivesKeys()) {
        assertThat(again).isEqualTo(granted);
        assertThat(backend().access().derive(principal, granted.key().generation()))
            .isEqualTo(granted.credential());
      } else {
        assertThat(again.key()).isNotEqualTo(granted.key());
        changes().assertChanged(() -> assertEnded(granted.credential(), bucket));
      }
      assertOutcome(Outcome.ALLOWED, again.credential(), bucket);
      assertThat(backend().access().isLive(principal, again.key())).isTrue();
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

      Credential credential = granted.again(moved).credential();

      changes().assertChanged(() -> assertOutcome(Outcome.DENIED, credential, bucket));
      try (Workload there = Workload.open(credential, backend().locate(other.name()))) {
        assertThat(there.list("")).isEqualTo(Outcome.ALLOWED);
        assertThat(there.write("key")).isEqualTo(Outcome.DENIED);
      }
    }
  }

  /** The permissions of before are a part of those of after, or the other way round. */
  @Test
  default void otherModesReplaceThoseThatWereGranted(TestBucket bucket) {
    try (Granted granted =
        Granted.to(backend(), Grants.principal(Grants.of(bucket, Grants.READ_WRITE)))) {
      String account = granted.principal().account();
      Principal fewer =
          new Principal(account, List.of(Grants.of(bucket, Grants.READ_ONLY)), Optional.empty());
      Credential reading = granted.again(fewer).credential();
      changes().assertChanged(() -> assertReadsOnly(reading, bucket));

      Credential writing = granted.again(granted.principal()).credential();
      changes().assertChanged(() -> assertOutcome(Outcome.ALLOWED, writing, bucket));
    }
  }

  private void assertReadsOnly(Credential credential, TestBucket bucket) {
    try (Workload workload = Workload.open(credential, backend().locate(bucket.name()))) {
      assertThat(workload.write("probe")).isEqualTo(Outcome.DENIED);
      assertThat(workload.list("")).isEqualTo(Outcome.ALLOWED);
    }
  }

  @Test
  default void accountsDoNotTouchEachOther(TestBucket bucket) {
    try (Granted one =
            Granted.to(backend(), Grants.principal(Grants.of(bucket, Grants.READ_WRITE)));
        Granted two =
            Granted.to(backend(), Grants.principal(Grants.of(bucket, Grants.READ_WRITE)))) {
      assertThat(one.credential()).isNotEqualTo(two.credential());

      one.revoke();

      changes().assertRevoked(() -> assertEnded(one.credential(), bucket));
      assertOutcome(Outcome.ALLOWED, two.credential(), bucket);
    }
  }

  @Test
  default void bothKeysWorkDuringARotation(TestBucket bucket) {
    AccessAdmin access = backend().access();
    Principal principal = Grants.principal(Grants.of(bucket, Grants.READ_WRITE));
    try (Granted one = Granted.to(backend(), principal);
        Granted two = one.rotate()) {
      assertThat(two.credential()).isNotEqualTo(one.credential());
      assertOutcome(Outcome.ALLOWED, one.credential(), bucket);
      assertOutcome(Outcome.ALLOWED, two.credential(), bucket);
      if (access.derivesKeys()) {
        assertThat(access.grant(principal, two.key().generation(), List.of(one.key())).credential())
            .isEqualTo(two.credential());
      }
      assertThat(access.isLive(principal, one.key())).isTrue();
      assertThat(access.isLive(principal, two.key())).isTrue();

      access.retire(principal, one.key(), List.of(two.key()));
      access.retire(principal, one.key(), List.of(two.key()));
      changes().assertChanged(() -> assertEnded(one.credential(), bucket));
      assertOutcome(Outcome.ALLOWED, two.credential(), bucket);
      assertGone(principal, one.key());
      assertThat(access.isLive(principal, two.key())).isTrue();
    }
  }

  /** The state is that after a crash between the making of a key and its record. */
  @Test
  default void aKeyOfWhichNobodyWasToldIsEnded(TestBucket bucket) {
    AccessAdmin access = backend().access();
    Principal principal = Grants.principal(Grants.of(bucket, Grants.READ_WRITE));
    try (Granted known = Granted.to(backend(), principal)) {
      Granted lost = known.rotate();

      access.retire(principal, IssuedKey.unknown(lost.key().generation()), List.of(known.key()));

      changes().assertChanged(() -> assertEnded(lost.credential(), bucket));
      assertGone(principal, lost.key());
      assertOutcome(Outcome.ALLOWED, known.credential(), bucket);
      Granted again = known.rotate();

      access.revoke(principal, List.of(known.key(), IssuedKey.unknown(again.key().generation())));

      changes().assertChanged(() -> assertEnded(again.credential(), bucket));
      changes().assertChanged(() -> assertEnded(known.credential(), bucket));
    }
  }

  /** The old key must not work again when access is granted under the same name. */
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
      changes().assertChanged(() -> assertEnded(before, bucket));
    }
  }

  @Test
  default void revokingEndsEveryKeyAtOnce(TestBucket bucket) {
    AccessAdmin access = backend().access();
    Principal principal = Grants.principal(Grants.of(bucket, Grants.READ_WRITE));
    Granted one = Granted.to(backend(), principal);
    Granted two = one.rotate();
    try (Workload busy = one.open(bucket)) {
      assertThat(busy.write("before")).isEqualTo(Outcome.ALLOWED);

      access.revoke(principal, List.of(one.key(), two.key()));

      changes()
          .assertChanged(() -> {
            bucket.objects().delete("after", Condition.always());
            assertThat(busy.write("after")).as("on an open connection").isIn(ENDED);
          });
    }
    changes().assertChanged(() -> assertEnded(one.credential(), bucket));
    changes().assertChanged(() -> assertEnded(two.credential(), bucket));
    assertGone(principal, one.key());
    access.revoke(principal, List.of(one.key(), two.key()));
    assertThat(Listings.keys(bucket.objects())).containsExactly("before");
  }

  /** Another key stands for one that the server goes on accepting. */
  @Test
  default void aRevokeIsOverWhenTheServerRefusesTheKey(TestBucket bucket) {
    AccessAdmin access = backend().access();
    Principal principal = Grants.principal(Grants.of(bucket, Grants.READ_WRITE));
    try (Granted accepted =
        Granted.to(backend(), Grants.principal(Grants.of(bucket, Grants.READ_WRITE)))) {
      Granted granted = Granted.to(backend(), principal);
      List<Credential> handedOut = List.of(granted.credential(), accepted.credential());
      assertThatExceptionOfType(DriverException.Aborted.class)
          .isThrownBy(() -> access.revoke(principal, List.of(granted.key()), handedOut))
          .withMessageContaining("call again");
      assertOutcome(Outcome.ALLOWED, accepted.credential(), bucket);
      accepted.revoke();

      granted.revoke(handedOut);

      changes().assertRevoked(() -> assertEnded(granted.credential(), bucket));
      assertGone(principal, granted.key());
    }
  }

  @Test
  default void revokingAStrangerIsNoError(TestBucket bucket) {
    AccessAdmin access = backend().access();
    Principal stranger = Grants.principal(Grants.of(bucket, Grants.READ_ONLY));

    access.revoke(stranger, List.of(IssuedKey.unknown(access.generation(1))));
  }

  /** Access outlives its bucket until it is revoked, which must then still work. */
  @Test
  default void revokingWorksWithoutTheBucket() {
    TestBucket bucket = TestBucket.create(backend(), BucketSettings.DEFAULT);
    try (Granted granted =
        Granted.to(backend(), Grants.principal(Grants.of(bucket, Grants.READ_WRITE)))) {
      bucket.close();

      granted.revoke();

      assertGone(granted.principal(), granted.key());
    }
  }

  /** The state is that after a crash between the steps of a revoke, or of a grant. */
  @Test
  default void grantingCompletesWhatIsHalfThere(TestBucket bucket) {
    AccessAdmin access = backend().access();
    try (Granted granted =
        Granted.to(backend(), Grants.principal(Grants.of(bucket, Grants.READ_WRITE)))) {
      access.retire(granted.principal(), granted.key(), List.of());
      assertGone(granted.principal(), granted.key());

      Granted again = granted.again(granted.principal());

      assertOutcome(Outcome.ALLOWED, again.credential(), bucket);
      assertThat(access.isLive(again.principal(), again.key())).isTrue();
    }
  }

  @Test
  default void accessExpires(TestBucket bucket) throws Throwable {
    Principal past = expiring(Grants.principal(Grants.of(bucket, Grants.READ_WRITE)), -60);
    worksOrIsRefused(
        Feature.ACCESS_EXPIRY,
        () -> backend().access().check(past),
        () -> {
          Principal hour = expiring(past, 3600);
          try (Granted granted = Granted.to(backend(), hour)) {
            assertThat(granted.credential())
                .isInstanceOfSatisfying(
                    Credential.Key.class,
                    key -> assertThat(key.expires()).isEqualTo(hour.expiry()));
            assertOutcome(Outcome.ALLOWED, granted.credential(), bucket);
            Credential ended = granted.again(past).credential();
            changes().assertChanged(() -> assertEnded(ended, bucket));

            Credential soon = granted.again(expiring(past, 2)).credential();
            await().untilAsserted(() -> assertEnded(soon, bucket));
          }
        });
  }

  @Test
  default void whatCannotBeEnforcedLeavesNothing(TestBucket bucket) {
    Principal nobody = Grants.principal();

    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> Granted.to(backend(), nobody));
    IssuedKey key = IssuedKey.unknown(backend().access().generation(1));
    assertThat(backend().access().isLive(nobody, key)).isFalse();
  }

  private static Principal expiring(Principal principal, long seconds) {
    return new Principal(
        principal.account(), principal.buckets(), Optional.of(Instant.now().plusSeconds(seconds)));
  }

  private AccessChanges changes() {
    return new AccessChanges(backend());
  }

  /** A list may be later than the server is otherwise. */
  private void assertGone(Principal principal, IssuedKey key) {
    changes().assertChanged(() -> assertThat(backend().access().isLive(principal, key)).isFalse());
  }

  private void assertEnded(Credential credential, TestBucket bucket) {
    try (Workload workload = Workload.open(credential, backend().locate(bucket.name()))) {
      bucket.objects().delete("after the end", Condition.always());
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
