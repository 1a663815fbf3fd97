package io.windlass.volume.snapshot;

import io.windlass.error.DriverException;
import io.windlass.registry.Entry;
import io.windlass.registry.RecordKind;
import io.windlass.registry.Registry;
import java.util.List;
import java.util.Optional;

/** Name of the record of a snapshot in the registry: its kind and id. */
record RecordName(RecordKind<SnapshotRecord> kind, String id) {

  /** Returns the name of the record of a snapshot that callers know. */
  static RecordName of(SnapshotId id) {
    return new RecordName(SnapshotRecord.KIND, id.name());
  }

  /** Reads what {@link #toString} returned. */
  static RecordName parse(String text) {
    int slash = text.indexOf('/');
    String folder = text.substring(0, slash);
    String id = text.substring(slash + 1);
    for (RecordKind<SnapshotRecord> kind : List.of(SnapshotRecord.KIND, SnapshotRecord.TEMPORARY)) {
      if (kind.folder().equals(folder)) {
        return new RecordName(kind, id);
      }
    }
    throw new DriverException.Unexpected("%s names no snapshot".formatted(text), null);
  }

  /** Returns whether the snapshot exists only to fill one volume. */
  boolean isTemporary() {
    return kind.equals(SnapshotRecord.TEMPORARY);
  }

  Optional<Entry<SnapshotRecord>> find(Registry registry) {
    return registry.find(kind, id);
  }

  @Override
  public String toString() {
    return kind.folder() + "/" + id;
  }
}
