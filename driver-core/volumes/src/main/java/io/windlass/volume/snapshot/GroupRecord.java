package io.windlass.volume.snapshot;

import io.windlass.registry.Fingerprint;
import io.windlass.registry.RecordKind;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * A group of snapshots.
 *
 * @param request what was asked for
 * @param snapshots the id of each volume, with the id of its snapshot's record
 */
record GroupRecord(State state, Fingerprint request, SortedMap<String, String> snapshots) {
  static final RecordKind<GroupRecord> KIND = new RecordKind<>("groups", GroupRecord.class);

  GroupRecord {
    snapshots = new TreeMap<>(snapshots);
  }

  enum State {
    /** Not all are cut. */
    CREATING,
    /** All are cut, as of the same instant. */
    CUT,
    /** They are being removed. */
    DELETING
  }

  GroupRecord in(State next) {
    return new GroupRecord(next, request, snapshots);
  }
}
