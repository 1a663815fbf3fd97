package io.windlass.fs.write;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;

/**
 * A staged file as it was when a publishing began, which is what is sent, whatever is written
 * since. Its bytes are those of the data file until they are about to be overwritten: then they are
 * copied to a file beside it. Looked at and changed under the lock of its {@link StagedContent}.
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

  /** What is in the file beside the data file. */
  private final Ranges copied = new Ranges();

  /** What need not be copied any more: it was, or is not read again. */
  private final Ranges settled = new Ranges();

  /**
   * Of a file as it is now.
   *
   * @param changes how often the file was changed until now
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

  /** The token of its publishing. */
  String token() {
    return token;
  }

  /** How often the file had been changed. */
  long changes() {
    return changes;
  }

  /** Whether the object has the file's metadata too: an upload takes none that came later. */
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

  /** Where its bytes are. */
  Extents extents() {
    return extents;
  }

  /** The part that the upload had already, and that is right. */
  Optional<StagingEvent.PartSent> part(PartPlan.PlannedPart planned) {
    return planned.among(parts);
  }

  /** Bytes of a range that are lost to it if the data file is overwritten there. */
  List<Ranges.Range> endangered(long start, long end) {
    List<Ranges.Range> found = new ArrayList<>();
    for (Extents.Extent extent : extents.of(start, Math.min(end, size))) {
      if (extent.kind() == Extents.Kind.DATA) {
        found.addAll(settled.gaps(extent.start(), extent.end()));
      }
    }
    return found;
  }

  /** A range was copied beside the data file. */
  void copied(long start, long end) {
    copied.add(start, end);
    settled.add(start, end);
  }

  /** What was only in the base is on local disk now. */
  void fetched(long start, long end) {
    extents.put(start, end, Extents.Kind.DATA, false);
  }

  /** A range is not read any more. */
  void settled(long start, long end) {
    settled.add(start, end);
  }

  /** What is to be read of the file beside the data file. */
  Ranges copies() {
    return copied;
  }
}
