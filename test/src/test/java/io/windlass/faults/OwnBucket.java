package io.windlass.faults;

import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.Bucket;
import io.windlass.cosi.sanity.wire.BucketAddress;
import io.windlass.cosi.sanity.wire.WorkloadCredential;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A bucket that one client has for itself, or a name that it may give one. */
final class OwnBucket {
  final String name;
  final List<OwnAccess> accesses;
  Optional<Bucket> made = Optional.empty();

  /** Where it is; known from the first grant on, and the same ever after. */
  Optional<BucketAddress.S3> info = Optional.empty();

  OwnBucket(String name, List<OwnAccess> accesses) {
    this.name = name;
    this.accesses = accesses;
  }

  /** Whether anybody has access to it. */
  boolean isUsed() {
    return accesses.stream().anyMatch(access -> access.granted.isPresent());
  }

  /** An access to it, or a name for one. */
  static final class OwnAccess {
    final String account;
    final Rights rights;
    final List<WorkloadCredential.S3> revoked = new ArrayList<>();
    Optional<Access> granted = Optional.empty();

    OwnAccess(String account, Rights rights) {
      this.account = account;
      this.rights = rights;
    }

    /** Its key, while it has one. */
    Optional<WorkloadCredential.S3> key() {
      return granted.flatMap(Access::s3Key);
    }
  }
}
