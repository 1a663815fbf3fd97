package io.windlass.store.contract.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.store.Feature;
import io.windlass.store.PutOptions;
import io.windlass.store.contract.Bytes;
import io.windlass.store.contract.Contract;
import io.windlass.store.contract.Listings;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.contract.access.Workload.Outcome;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Modes: each does what it says and nothing else, or is refused before anything happens. */
public interface AccessModeContract extends Contract {

  /** Returns all combinations of modes with this mode for object data. */
  @ParameterizedTest
  @EnumSource
  default void modesAreEnforcedOrRefused(AccessMode objectData, TestBucket bucket) {
    SoftAssertions softly = new SoftAssertions();
    int enforced = 0;
    for (AccessMode objectMetadata : AccessMode.values()) {
      for (AccessMode bucketMetadata : AccessMode.values()) {
        AccessModes modes = new AccessModes(objectData, objectMetadata, bucketMetadata);
        Principal principal = Grants.principal(Grants.of(bucket, modes));
        if (isOffered(principal)) {
          enforced++;
          assertEnforced(principal, modes, bucket, softly);
        }
      }
    }
    // Some protocols have no credential that permits nothing.
    if (objectData != AccessMode.ANY) {
      softly.assertThat(enforced).as("the plain one at least").isPositive();
    }
    softly.assertAll();
  }

  private boolean isOffered(Principal principal) {
    try {
      backend().access().check(principal);
      return true;
    } catch (DriverException.InvalidArgument e) {
      assertThat(e).hasMessageNotContaining("null");
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .as("what check refuses, grant refuses")
          .isThrownBy(() -> Granted.to(backend(), principal));
      return false;
    }
  }

  private void assertEnforced(
      Principal principal, AccessModes modes, TestBucket bucket, SoftAssertions softly) {
    bucket.objects().put("seed", Bytes.text("seed"), PutOptions.DEFAULT);
    try (Granted granted = Granted.to(backend(), principal);
        Workload workload = granted.open(bucket)) {
      for (Right right : rights(modes, workload)) {
        softly
            .assertThat(right.attempt())
            .as("%s: %s", modes, right.name())
            .isIn(right.allowed() ? OFFERED : FORBIDDEN);
      }
    }
  }

  /** A right that a workload has or lacks. */
  record Right(String name, boolean allowed, Outcome attempt) {}

  /** Outcomes of allowed requests: a server may lack tags. */
  List<Outcome> OFFERED = List.of(Outcome.ALLOWED, Outcome.UNSUPPORTED);

  /** Outcomes of requests that are not allowed. */
  List<Outcome> FORBIDDEN = List.of(Outcome.DENIED, Outcome.UNSUPPORTED);

  private static List<Right> rights(AccessModes modes, Workload workload) {
    boolean reads = modes.objectData().reads();
    boolean writes = modes.objectData().writes();
    boolean readsMetadata = modes.objectMetadata().reads();
    boolean writesMetadata = modes.objectMetadata().writes();
    boolean readsBucket = modes.bucketMetadata().reads();
    boolean writesBucket = modes.bucketMetadata().writes();
    List<Right> rights = new ArrayList<>();
    rights.add(new Right("read", reads, workload.read("seed")));
    rights.add(new Right("list", reads, workload.list("")));
    rights.add(new Right("read metadata", reads || readsMetadata, workload.readMetadata("seed")));
    rights.add(new Right("write", writes, workload.write("written")));
    rights.add(new Right("upload", writes, workload.upload("uploaded")));
    rights.add(new Right("copy", reads && writes, workload.copy("seed", "copied")));
    rights.add(new Right("read tags", readsMetadata, workload.readTags("seed")));
    rights.add(new Right("write tags", writesMetadata, workload.writeTags("seed")));
    rights.add(new Right("read settings", readsBucket, workload.readSettings()));
    rights.add(new Right("write settings", writesBucket, workload.writeSettings()));
    rights.add(new Right("delete", writes, workload.delete("seed")));
    return rights;
  }

  @Test
  default void readingIsWhatItSays(TestBucket bucket) {
    bucket.objects().put("seed", Bytes.text("seed"), PutOptions.DEFAULT);
    Principal principal = Grants.principal(Grants.of(bucket, Grants.READ_ONLY));
    try (Granted granted = Granted.to(backend(), principal);
        Workload workload = granted.open(bucket)) {
      assertThat(workload.read("seed")).isEqualTo(Outcome.ALLOWED);
      assertThat(workload.list("")).isEqualTo(Outcome.ALLOWED);
      assertThat(workload.write("written")).isEqualTo(Outcome.DENIED);
      assertThat(workload.upload("uploaded")).isEqualTo(Outcome.DENIED);
      assertThat(workload.delete("seed")).isEqualTo(Outcome.DENIED);
    }
    assertThat(Listings.keys(bucket.objects())).containsExactly("seed");
  }

  @Test
  default void metadataThatCannotBeWrittenAloneIsRefused(TestBucket bucket) throws Throwable {
    AccessModes tagsOnly = new AccessModes(AccessMode.ANY, AccessMode.WRITE_ONLY, AccessMode.ANY);
    Principal principal = Grants.principal(Grants.of(bucket, tagsOnly));
    worksOrIsRefused(
        Feature.ACCESS_OBJECT_METADATA_WRITE,
        () -> backend().access().check(principal),
        () -> backend().access().check(principal));
  }

  @Test
  default void bucketMetadataThatCannotBeWrittenIsRefused(TestBucket bucket) throws Throwable {
    AccessModes settings =
        new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.READ_WRITE);
    Principal principal = Grants.principal(Grants.of(bucket, settings));
    worksOrIsRefused(
        Feature.ACCESS_BUCKET_METADATA_WRITE,
        () -> backend().access().check(principal),
        () -> backend().access().check(principal));
  }
}
