package io.windlass.store.contract.access;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Principal;
import io.windlass.store.contract.TestBucket;
import io.windlass.testing.UniqueName;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Shorter words for grants. */
final class Grants {
  static final AccessModes READ_WRITE =
      new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
  static final AccessModes READ_ONLY =
      new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY);

  private Grants() {}

  /** All of a bucket. */
  static BucketGrant of(TestBucket bucket, AccessModes modes) {
    return new BucketGrant(bucket.name(), "", modes, Set.of());
  }

  /** A grant of all objects with the prefix. */
  static BucketGrant of(TestBucket bucket, String prefix, AccessModes modes) {
    return new BucketGrant(bucket.name(), prefix, modes, Set.of());
  }

  /** A new account that may do this. */
  static Principal principal(BucketGrant... grants) {
    return new Principal(UniqueName.of("account"), List.of(grants), Optional.empty());
  }
}
