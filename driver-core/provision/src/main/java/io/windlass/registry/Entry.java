package io.windlass.registry;

import io.windlass.object.Revision;
import java.time.Duration;
import java.util.Optional;

/**
 * A record as it was read or written.
 *
 * @param claim process that is changing what the record describes, if there is one
 * @param lease how long the claim keeps other processes away
 * @param revision revision of the object, for conditional writes
 * @param version version of the object, if the registry bucket is versioned
 * @param age time since the record was written, by the server's clock; the claim is as old
 */
public record Entry<T>(
    RecordKind<T> kind,
    String id,
    T value,
    Optional<Owner> claim,
    Duration lease,
    Revision revision,
    Optional<String> version,
    Duration age) {

  /** Returns whether a process claims the record and keeps nobody away any more: it did not end. */
  public boolean isStuck() {
    return claim.isPresent() && age.compareTo(lease) >= 0;
  }
}
