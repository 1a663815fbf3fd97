package io.windlass.fs.write;

import io.windlass.store.Revision;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** What happens to a staged file, in the order in which its journal has it. */
sealed interface StagingEvent {

  /** The file is there, as large as its base; always the first. */
  record Begun(
      StagedId id,
      String key,
      Optional<BaseObject> base,
      Map<String, String> metadata,
      Instant modified)
      implements StagingEvent {}

  /** These bytes of the data file are the file's own, and the bucket does not have them. */
  record Wrote(long offset, long length, Instant modified) implements StagingEvent {}

  /** The file was cut, or grew by zeros. */
  record Truncated(long size, Instant modified) implements StagingEvent {}

  /** These bytes are zeros, and not in the data file. */
  record Zeroed(long offset, long length, Instant modified) implements StagingEvent {}

  /** These bytes of the data file are what the base has there. */
  record Fetched(long offset, long length) implements StagingEvent {}

  /** What the base has too is not in the data file any more. */
  record Dropped() implements StagingEvent {}

  /** What is published with it is this from now on. */
  record Described(Map<String, String> metadata, Instant modified) implements StagingEvent {}

  /** It has another key; there the base is, with this revision, or no base at all. */
  record Moved(String key, Optional<Revision> revision) implements StagingEvent {}

  /**
   * An upload was started, to be completed as the publishing {@code token}, with the metadata and
   * the time that the file had then.
   */
  record UploadStarted(
      String upload, String key, String token, Map<String, String> metadata, Instant modified)
      implements StagingEvent {}

  /** The upload has this part, with the bytes that the file has there. */
  record PartSent(int number, String state, long offset, long length) implements StagingEvent {}

  /** The upload is not used any more. */
  record UploadEnded() implements StagingEvent {}

  /**
   * From now on an object with this token may appear in the bucket: the file as it is now.
   *
   * @param traced whether every range that is changed after this has an event that says so, before
   *     it is. If not, one of them says that something has changed, and anything may have
   */
  record Publishing(String token, boolean traced) implements StagingEvent {}

  /** These bytes, or what is said of the file if there are none, were changed since then. */
  record ChangedSince(long offset, long length) implements StagingEvent {}

  /** The publishing with this token is the object in the bucket. */
  record Published(
      String token, Revision revision, long size, Instant modified, Map<String, String> metadata)
      implements StagingEvent {}

  /**
   * The publishing with this token is the object in the bucket, which the server made by copying
   * another; the file is that now.
   *
   * @param changed when the file became that
   */
  record Copied(
      String token,
      Revision revision,
      long size,
      Instant modified,
      Map<String, String> metadata,
      Instant changed)
      implements StagingEvent {}

  /** Somebody else changed the object. */
  record Conflicted() implements StagingEvent {}

  /** It has no name any more. */
  record Unlinked() implements StagingEvent {}
}
