package io.windlass.registry;

import io.windlass.object.Revision;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A record as it was read or written.
 *
 * @param claim process that is changing what the record describes, if there is one
 * @param lease how long the claim keeps other processes away
 * @param revision revision of the object, for conditional writes
 * @param version version of the object, if the registry bucket is versioned
 * @param older all versions under that one; empty if this process did not write all of them, and so
 *     does not know them
 * @param changed when the record was written, by the server's clock
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
    Optional<List<String>> older,
    Instant changed,
    Duration age) {

  /** Returns whether a process claims the record and keeps nobody away any more: it did not end. */
  public boolean isStuck() {
    return claim.isPresent() && age.compareTo(lease) >= 0;
  }

  /** Returns the versions that will be under the next one; empty if they are not known. */
  Optional<List<String>> replaced() {
    return older.flatMap(
        under -> version.map(last -> Stream.concat(under.stream(), Stream.of(last)).toList()));
  }

  /** Returns this entry with its value and kind as types know them. */
  <U> Entry<U> with(RecordKind<U> kind, U typed) {
    return new Entry<>(kind, id, typed, claim, lease, revision, version, older, changed, age);
  }
}
