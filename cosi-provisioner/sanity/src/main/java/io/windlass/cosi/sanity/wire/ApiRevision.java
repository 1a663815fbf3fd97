package io.windlass.cosi.sanity.wire;

import java.util.Locale;
import java.util.Optional;

/**
 * A revision of the COSI API. v1alpha2 has changed several times without a change of its package or
 * method names. The letters, which count those changes, are this suite's own.
 */
public enum ApiRevision {
  /** The released API, {@code cosi.v1alpha1}. */
  V1ALPHA1("v1alpha1"),
  /** March 2026: static buckets through DriverGetExistingBucket, one access mode. */
  A("v1alpha2 revision A"),
  /** August 2026: DriverGetBucket replaces DriverGetExistingBucket. */
  B("v1alpha2 revision B"),
  /** Three access modes for each bucket. ANY is new, and all modes have other numbers. */
  C("v1alpha2 revision C"),
  /** DriverGenerateBucketId: the driver generates the bucket id before it creates the bucket. */
  D("v1alpha2 revision D"),
  /** DriverGenerateBucketAccessId: the driver generates the account id before it grants access. */
  E("v1alpha2 revision E");

  private final String label;

  ApiRevision(String label) {
    this.label = label;
  }

  /** Returns the name of the revision for people. */
  public String label() {
    return label;
  }

  /** Returns the API version of the revision: {@code v1alpha1} or {@code v1alpha2}. */
  public String api() {
    return isV1Alpha2() ? "v1alpha2" : "v1alpha1";
  }

  /** Returns whether this is a revision of {@code sigs.k8s.io.cosi.v1alpha2}. */
  public boolean isV1Alpha2() {
    return this != V1ALPHA1;
  }

  /** Returns whether an RPC of its own generates the bucket id before the bucket is created. */
  public boolean generatesBucketIds() {
    return this == D || this == E;
  }

  /** Returns whether an RPC of its own generates the account id before access is granted. */
  public boolean generatesAccessIds() {
    return this == E;
  }

  /** Returns whether a grant also has modes for object metadata and bucket metadata. */
  public boolean hasMetadataModes() {
    return this == C || generatesBucketIds();
  }

  /** Returns the revision with this name: {@code v1alpha1}, or a letter, in either case. */
  public static Optional<ApiRevision> of(String name) {
    for (ApiRevision revision : values()) {
      if (revision.name().equals(name.toUpperCase(Locale.ROOT))) {
        return Optional.of(revision);
      }
    }
    return Optional.empty();
  }
}
