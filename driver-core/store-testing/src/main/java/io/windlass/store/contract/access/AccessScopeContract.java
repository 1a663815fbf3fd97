package io.windlass.store.contract.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.store.Feature;
import io.windlass.store.PutOptions;
import io.windlass.store.contract.Bytes;
import io.windlass.store.contract.Contract;
import io.windlass.store.contract.Listings;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.testing.UniqueName;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Contract of the scope of a credential: it reaches its buckets and its prefix, and nothing else.
 */
public interface AccessScopeContract extends Contract {
  /** Access to everything. */
  default AccessModes most() {
    AccessMode settings =
        has(Feature.ACCESS_BUCKET_METADATA_WRITE)
            ? AccessMode.READ_WRITE
            : has(Feature.ACCESS_BUCKET_METADATA_READ) ? AccessMode.READ_ONLY : AccessMode.ANY;
    return new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, settings);
  }

  @Test
  default void anotherBucketIsOutOfReach(TestBucket bucket) {
    try (TestBucket other = TestBucket.create(backend(), BucketSettings.DEFAULT);
        Granted granted = Granted.to(backend(), Grants.principal(Grants.of(bucket, most())));
        Workload there = granted.open(other)) {
      other.objects().put("seed", Bytes.text("seed"), PutOptions.DEFAULT);

      assertThat(there.read("seed")).isEqualTo(Outcome.DENIED);
      assertThat(there.readMetadata("seed")).isEqualTo(Outcome.DENIED);
      assertThat(there.list("")).isEqualTo(Outcome.DENIED);
      assertThat(there.write("written")).isEqualTo(Outcome.DENIED);
      assertThat(there.upload("uploaded")).isEqualTo(Outcome.DENIED);
      assertThat(there.delete("seed")).isEqualTo(Outcome.DENIED);
      assertThat(there.readSettings()).isIn(AccessModeContract.FORBIDDEN);
      assertThat(Listings.keys(other.objects())).containsExactly("seed");
    }
  }

  /** A name that begins with the granted one must not be taken for it. */
  @Test
  default void aBucketOfALongerNameIsOutOfReach(TestBucket bucket) {
    String longer = bucket.name() + "-more";
    backend().buckets().create(longer, BucketSettings.DEFAULT);
    try (TestBucket other = new TestBucket(backend(), longer);
        Granted granted = Granted.to(backend(), Grants.principal(Grants.of(bucket, most())));
        Workload there = granted.open(other)) {
      assertThat(there.list("")).isEqualTo(Outcome.DENIED);
      assertThat(there.write("written")).isEqualTo(Outcome.DENIED);
    }
  }

  @Test
  default void itCannotWidenItself(TestBucket bucket) {
    String another = UniqueName.of("contract");
    try (Granted granted = Granted.to(backend(), Grants.principal(Grants.of(bucket, most())));
        Workload workload = granted.open(bucket)) {
      assertThat(workload.publish()).isIn(AccessModeContract.FORBIDDEN);
      assertThat(workload.createBucket(another)).isIn(AccessModeContract.FORBIDDEN);
      assertThat(workload.deleteBucket()).isIn(AccessModeContract.FORBIDDEN);
      assertThat(workload.createAccount(UniqueName.of("more"))).isIn(AccessModeContract.FORBIDDEN);
    }
    assertThat(backend().buckets().exists(bucket.name())).isTrue();
    assertThat(backend().buckets().exists(another)).isFalse();
  }

  @Test
  default void oneAccessReachesSeveralBuckets(TestBucket bucket) throws Throwable {
    try (TestBucket other = TestBucket.create(backend(), BucketSettings.DEFAULT);
        TestBucket third = TestBucket.create(backend(), BucketSettings.DEFAULT)) {
      Principal principal =
          Grants.principal(
              Grants.of(bucket, Grants.READ_WRITE), Grants.of(other, Grants.READ_ONLY));
      if (!has(Feature.ACCESS_MULTI_BUCKET)) {
        assertThatExceptionOfType(DriverException.OutOfRange.class)
            .isThrownBy(() -> backend().access().check(principal));
        return;
      }
      other.objects().put("seed", Bytes.text("seed"), PutOptions.DEFAULT);
      try (Granted granted = Granted.to(backend(), principal);
          Workload here = granted.open(bucket);
          Workload there = granted.open(other);
          Workload elsewhere = granted.open(third)) {
        assertThat(here.write("key")).isEqualTo(Outcome.ALLOWED);
        assertThat(there.read("seed")).isEqualTo(Outcome.ALLOWED);
        assertThat(there.write("key")).isEqualTo(Outcome.DENIED);
        assertThat(elsewhere.list("")).isEqualTo(Outcome.DENIED);
      }
    }
  }

  @Test
  default void aPrefixIsAWall(TestBucket bucket) throws Throwable {
    Principal principal = Grants.principal(Grants.of(bucket, "team a/ü/", Grants.READ_WRITE));
    worksOrIsRefused(
        Feature.ACCESS_PREFIX,
        () -> backend().access().check(principal),
        () -> assertWalled(principal, bucket));
  }

  private void assertWalled(Principal principal, TestBucket bucket) {
    bucket.objects().put("team a/ü/seed", Bytes.text("seed"), PutOptions.DEFAULT);
    bucket.objects().put("team b/seed", Bytes.text("seed"), PutOptions.DEFAULT);
    bucket.objects().put("team a/üx", Bytes.text("seed"), PutOptions.DEFAULT);
    try (Granted granted = Granted.to(backend(), principal);
        Workload workload = granted.open(bucket)) {
      assertThat(workload.read("team a/ü/seed")).isEqualTo(Outcome.ALLOWED);
      assertThat(workload.list("team a/ü/")).isEqualTo(Outcome.ALLOWED);
      assertThat(workload.list("team a/ü/se")).isEqualTo(Outcome.ALLOWED);
      assertThat(workload.write("team a/ü/written")).isEqualTo(Outcome.ALLOWED);
      assertThat(workload.upload("team a/ü/uploaded")).isEqualTo(Outcome.ALLOWED);
      assertThat(workload.copy("team a/ü/seed", "team a/ü/copied")).isEqualTo(Outcome.ALLOWED);
      assertThat(workload.delete("team a/ü/written")).isEqualTo(Outcome.ALLOWED);

      assertThat(workload.list("")).isEqualTo(Outcome.DENIED);
      assertThat(workload.list("team a/")).isEqualTo(Outcome.DENIED);
      assertThat(workload.list("team b/")).isEqualTo(Outcome.DENIED);
      assertThat(workload.listUploads("")).isEqualTo(Outcome.DENIED);
      // No policy can say below which prefix.
      if (!has(Feature.DIRECTORIES)) {
        assertThat(workload.listUploads("team a/ü/")).isEqualTo(Outcome.DENIED);
      }
      assertThat(workload.read("team b/seed")).isEqualTo(Outcome.DENIED);
      assertThat(workload.read("team a/üx")).isEqualTo(Outcome.DENIED);
      assertThat(workload.readMetadata("team b/seed")).isEqualTo(Outcome.DENIED);
      assertThat(workload.write("team b/written")).isEqualTo(Outcome.DENIED);
      assertThat(workload.write("written")).isEqualTo(Outcome.DENIED);
      assertThat(workload.upload("team b/uploaded")).isEqualTo(Outcome.DENIED);
      assertThat(workload.copy("team b/seed", "team a/ü/stolen")).isEqualTo(Outcome.DENIED);
      assertThat(workload.copy("team a/ü/seed", "team b/given")).isEqualTo(Outcome.DENIED);
      assertThat(workload.delete("team b/seed")).isEqualTo(Outcome.DENIED);
    }
    assertThat(Listings.keys(bucket.objects())).contains("team b/seed").doesNotContain("written");
  }

  /** Characters that are wildcards in a policy are plain characters in a key. */
  @Test
  default void aPrefixIsNoPattern(TestBucket bucket) {
    bucket.objects().put("other/seed", Bytes.text("seed"), PutOptions.DEFAULT);
    for (String prefix : Set.of("*", "*/", "othe?/", "o*r/", "${aws:username}")) {
      Principal principal = Grants.principal(Grants.of(bucket, prefix, Grants.READ_WRITE));
      try (Granted granted = Granted.to(backend(), principal);
          Workload workload = granted.open(bucket)) {
        assertThat(workload.read("other/seed")).as(prefix).isEqualTo(Outcome.DENIED);
        assertThat(workload.list("other/")).as(prefix).isEqualTo(Outcome.DENIED);
      } catch (DriverException.InvalidArgument e) {
        assertThat(e).hasMessageContaining("prefix");
      }
    }
  }

  @Test
  default void actionsThatTheBackendDoesNotKnowAreRefused(TestBucket bucket) {
    for (String action :
        Set.of("s3:*", "*", "s3:PutBucketPolicy", "admin:CreateUser", "iam:PassRole", "nonsense")) {
      Principal principal =
          Grants.principal(new BucketGrant(bucket.name(), "", Grants.READ_ONLY, Set.of(action)));

      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .as(action)
          .isThrownBy(() -> backend().access().check(principal))
          .withMessageContaining(action);
    }
  }
}
