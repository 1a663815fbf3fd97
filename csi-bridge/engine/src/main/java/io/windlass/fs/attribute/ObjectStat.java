package io.windlass.fs.attribute;

import io.windlass.fs.key.Hash;
import io.windlass.fs.write.StagedView;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectInfo;
import io.windlass.store.Revision;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What is known of an object, be it a file or what marks a directory.
 *
 * @param metadata the user's, names in lower case; empty if the listing that this is from did not
 *     say it
 * @param links how many names it has
 */
public record ObjectStat(
    long size,
    Revision revision,
    Instant modified,
    Optional<Map<String, String>> metadata,
    int links) {
  /** Of a directory that nothing marks. */
  public static final ObjectStat UNMARKED =
      new ObjectStat(0, Revision.NONE, Instant.EPOCH, Optional.of(Map.of()));

  /** Of what has a name. */
  public ObjectStat(
      long size, Revision revision, Instant modified, Optional<Map<String, String>> metadata) {
    this(size, revision, modified, metadata, 1);
  }

  public static ObjectStat of(ObjectInfo info) {
    return new ObjectStat(
        info.size(), info.revision(), info.lastModified(), Optional.of(info.metadata()));
  }

  public static ObjectStat of(ListedEntry.Listed listed) {
    return new ObjectStat(
        listed.size(), listed.revision(), listed.lastModified(), listed.metadata());
  }

  /**
   * Of a file that is being written. When its content was changed is said by it alone, not by what
   * it is described with.
   */
  public static ObjectStat of(StagedView view) {
    Map<String, String> metadata = new HashMap<>(view.metadata());
    metadata.remove(PosixMetadata.MODIFIED);
    return new ObjectStat(
        view.size(),
        view.revision().orElse(Revision.NONE),
        view.modified(),
        Optional.of(Map.copyOf(metadata)),
        view.unlinked() ? 0 : 1);
  }

  /** What stands for this version in the table of nodes. */
  public long version() {
    return version(revision);
  }

  /** What stands in the table of nodes for the version that has this revision. */
  public static long version(Revision revision) {
    return Hash.of(revision.token());
  }
}
