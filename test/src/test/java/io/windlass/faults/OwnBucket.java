package io.windlass.faults;

import io.windlass.cosi.sanity.wire.Access;
import io.windlass.cosi.sanity.wire.Bucket;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A bucket that one client has for itself, or a name that it may give one. */
final class OwnBucket {
  final String name;
  final List<OwnAccess> accesses;
  Optional<Bucket> made = Optional.empty();

  OwnBucket(String name, List<OwnAccess> accesses) {
    this.name = name;
    this.accesses = accesses;
  }

  /** Returns whether there is any access to it. */
  boolean isUsed() {
    return accesses.stream().anyMatch(access -> access.granted.isPresent());
  }

  /** An access to it, or a name for one. */
  static final class OwnAccess {
    final String account;
    final Rights rights;
    final List<Access> revoked = new ArrayList<>();
    Optional<Access> granted = Optional.empty();

    OwnAccess(String account, Rights rights) {
      this.account = account;
      this.rights = rights;
    }
  }
}
