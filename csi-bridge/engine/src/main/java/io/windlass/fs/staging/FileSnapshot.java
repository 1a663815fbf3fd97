package io.windlass.fs.staging;

import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.journal.Extents;
import io.windlass.fs.journal.Ranges;
import io.windlass.fs.journal.StagingEvent;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * Snapshot of a staged file as it was when a publishing began. The publishing sends the snapshot,
 * whatever is written since. Its bytes are those of the data file until they are about to be
 * overwritten; then they are copied to a file beside it. Used under the lock of the file's {@link
 * StagedContent}.
 */
final class FileSnapshot {
  private final String token;
  private final long changes;
  private final boolean whole;
  private final long size;
  private final Map<String, String> metadata;
  private final Optional<BaseObject> base;
  private final Extents extents;
  private final NavigableMap<Long, StagingEvent.PartSent> parts;

  /** Ranges that are in the file beside the data file. */
  private final Ranges copied = new Ranges();

  /** Ranges that need not be copied any more, because they have been or are not read again. */
  private final Ranges settled = new Ranges();

  /**
   * Creates a snapshot of a file as it is now.
   *
   * @param token of the publishing
   * @param changes number of changes of the file until now
   */
  FileSnapshot(StagedState state, String token, long changes) {
    this.token = token;
    this.changes = changes;
    whole =
        !state.isUploadOutdated()
            || state.upload().stream().noneMatch(upload -> upload.token().equals(token));
    size = state.size();
    metadata = state.metadata();
    base = state.base();
    extents = state.extents().copy();
    parts = state.parts();
  }

  /** Returns the token of the publishing. */
  String token() {
    return token;
  }

  /** Returns the number of changes of the file before the snapshot. */
  long changes() {
    return changes;
  }

  /**
   * Returns whether the object gets the metadata of the file too: an upload keeps those it was
   * started with.
   */
  boolean isWhole() {
    return whole;
  }

  long size() {
    return size;
  }

  Map<String, String> metadata() {
    return metadata;
  }

  Optional<BaseObject> base() {
    return base;
  }

  /** Returns where the bytes of the snapshot are. */
  Extents extents() {
    return extents;
  }

  /** Returns the part that the upload had when the publishing began, if it has just this range. */
  Optional<StagingEvent.PartSent> part(PartPlan.PlannedPart planned) {
    return planned.among(parts);
  }

  /** Returns the ranges of the data file whose bytes the snapshot loses if they are overwritten. */
  List<Ranges.Range> endangered(long start, long end) {
    List<Ranges.Range> found = new ArrayList<>();
    for (Extents.Extent extent : extents.of(start, Math.min(end, size))) {
      if (extent.kind() == Extents.Kind.DATA) {
        found.addAll(settled.gaps(extent.start(), extent.end()));
      }
    }
    return found;
  }

  /** Records that a range was copied to the file beside the data file. */
  void copied(long start, long end) {
    copied.add(start, end);
    settled.add(start, end);
  }

  /** Records that a range which only the base had is on local disk. */
  void fetched(long start, long end) {
    extents.put(start, end, Extents.Kind.DATA, false);
  }

  /** Records that a range is not read any more. */
  void settled(long start, long end) {
    settled.add(start, end);
  }

  /** Returns the ranges that are read from the file beside the data file. */
  Ranges copies() {
    return copied;
  }
}
