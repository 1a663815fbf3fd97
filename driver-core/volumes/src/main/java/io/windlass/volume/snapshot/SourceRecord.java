package io.windlass.volume.snapshot;

import io.windlass.registry.RecordKind;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A bucket that snapshots were taken of; its id is that of the bucket. Whoever claims it may take
 * snapshots of the bucket's volumes, and let versions go.
 *
 * @param keptSince since when the driver has the bucket keep versions; empty where it kept them
 *     before, or has none
 * @param snapshots the record of each snapshot (folder and id), with the prefix of its volume
 * @param removed prefixes of volumes that are gone for callers, with how far they were removed
 */
record SourceRecord(
    Optional<Instant> keptSince,
    SortedMap<String, String> snapshots,
    SortedMap<String, String> removed) {
  static final RecordKind<SourceRecord> KIND =
      new RecordKind<>("snapshot-sources", SourceRecord.class);
  static final SourceRecord NONE =
      new SourceRecord(Optional.empty(), new TreeMap<>(), new TreeMap<>());

  SourceRecord {
    snapshots = new TreeMap<>(snapshots);
    removed = new TreeMap<>(removed);
  }

  SourceRecord keptSince(Instant instant) {
    return new SourceRecord(Optional.of(instant), snapshots, removed);
  }

  SourceRecord with(String snapshot, String prefix) {
    return new SourceRecord(keptSince, put(snapshots, snapshot, prefix), removed);
  }

  SourceRecord without(String snapshot) {
    return new SourceRecord(keptSince, less(snapshots, snapshot), removed);
  }

  /** A volume is gone for callers. */
  SourceRecord removing(String prefix, String reached) {
    return new SourceRecord(keptSince, snapshots, put(removed, prefix, reached));
  }

  /** Nothing is left of a volume. */
  SourceRecord forgotten(String prefix) {
    return new SourceRecord(keptSince, snapshots, less(removed, prefix));
  }

  boolean isEmpty() {
    return snapshots.isEmpty() && removed.isEmpty();
  }

  private static SortedMap<String, String> put(Map<String, String> map, String key, String value) {
    TreeMap<String, String> more = new TreeMap<>(map);
    more.put(key, value);
    return more;
  }

  private static SortedMap<String, String> less(Map<String, String> map, String key) {
    TreeMap<String, String> fewer = new TreeMap<>(map);
    fewer.remove(key);
    return fewer;
  }
}
