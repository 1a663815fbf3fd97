package io.windlass.volume.snapshot;

import io.windlass.registry.RecordKind;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Record of a bucket of which snapshots were taken; its id is the name of the bucket. A call must
 * claim it to take snapshots of the bucket's volumes, or to delete versions.
 *
 * @param keptSince time at which the driver made the bucket keep versions; empty if the bucket kept
 *     them before, or keeps none
 * @param snapshots name of the record of each snapshot (folder and id), mapped to the prefix of its
 *     volume
 * @param removed prefixes of volumes that are deleted for callers, mapped to the listing token at
 *     which the removal of their objects continues
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

  /**
   * Returns this record with a volume marked as deleted for callers, and how far its removal is.
   */
  SourceRecord removing(String prefix, String reached) {
    return new SourceRecord(keptSince, snapshots, put(removed, prefix, reached));
  }

  /** Returns this record without the mark that a volume is deleted. */
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
