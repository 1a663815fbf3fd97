package io.windlass.fs.posix;

import io.windlass.fs.key.Hash;
import io.windlass.fs.staging.StagedView;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.ListedEntry;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Attributes of an object, which is a file or the marker of a directory.
 *
 * @param metadata user metadata, names in lower case; empty if the listing that this comes from did
 *     not include it
 * @param properties what else it has, as far as the answer told; empty if the listing that this
 *     comes from did not include it
 * @param links number of names that the file has
 */
public record ObjectStat(
    long size,
    Revision revision,
    Instant modified,
    Optional<Map<String, String>> metadata,
    Optional<ObjectProperties> properties,
    int links) {
  /** Stat of a directory without a marker. */
  public static final ObjectStat UNMARKED =
      new ObjectStat(
          0,
          Revision.NONE,
          Instant.EPOCH,
          Optional.of(Map.of()),
          Optional.of(ObjectProperties.NONE));

  /** Creates the stat of an object that has one name. */
  public ObjectStat(
      long size,
      Revision revision,
      Instant modified,
      Optional<Map<String, String>> metadata,
      Optional<ObjectProperties> properties) {
    this(size, revision, modified, metadata, properties, 1);
  }

  public static ObjectStat of(ObjectInfo info) {
    return new ObjectStat(
        info.size(),
        info.revision(),
        told(info.lastModified()),
        Optional.of(info.metadata()),
        Optional.of(info.properties()));
  }

  public static ObjectStat of(ListedEntry.Listed listed) {
    return new ObjectStat(
        listed.size(),
        listed.revision(),
        told(listed.lastModified()),
        listed.metadata(),
        listed.properties());
  }

  /**
   * Returns a time as all answers tell it: listings of some servers have milliseconds, a HEAD has
   * none, and programs take another time for a change of the file.
   */
  private static Instant told(Instant lastModified) {
    return lastModified.truncatedTo(ChronoUnit.SECONDS);
  }

  /**
   * Returns the stat of a file that is being written. Its mtime is that of the content, and not the
   * one in its metadata.
   */
  public static ObjectStat of(StagedView view) {
    Map<String, String> metadata = new HashMap<>(view.metadata());
    metadata.remove(PosixMetadata.MODIFIED);
    return new ObjectStat(
        view.size(),
        view.revision().orElse(Revision.NONE),
        view.modified(),
        Optional.of(Map.copyOf(metadata)),
        view.properties(),
        view.unlinked() ? 0 : 1);
  }

  /** Returns this stat with these properties of the object. */
  public ObjectStat withProperties(ObjectProperties read) {
    return new ObjectStat(size, revision, modified, metadata, Optional.of(read), links);
  }

  /** Returns whether nothing would be lost of the object if it were written with what this says. */
  public boolean isWhole() {
    return metadata.isPresent() && properties.filter(ObjectProperties::whole).isPresent();
  }

  /** Returns the number by which the table of nodes records this version. */
  public long version() {
    return version(revision);
  }

  /** Returns the number by which the table of nodes records the version with this revision. */
  public static long version(Revision revision) {
    return Hash.of(revision.token());
  }
}
