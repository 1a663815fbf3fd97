package io.windlass.volume.snapshot;

import io.windlass.registry.Fingerprint;
import io.windlass.registry.RecordKind;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Record of a group of snapshots.
 *
 * @param request normalised request for the group
 * @param snapshots id of each volume, mapped to the id of its snapshot's record
 */
record GroupRecord(State state, Fingerprint request, SortedMap<String, String> snapshots) {
  static final RecordKind<GroupRecord> KIND = new RecordKind<>("groups", GroupRecord.class);

  GroupRecord {
    snapshots = new TreeMap<>(snapshots);
  }

  enum State {
    /** Not all snapshots are cut. */
    CREATING,
    /** All snapshots are cut, as of the same instant. */
    CUT,
    /** The snapshots are being removed. */
    DELETING
  }

  GroupRecord in(State next) {
    return new GroupRecord(next, request, snapshots);
  }
}
