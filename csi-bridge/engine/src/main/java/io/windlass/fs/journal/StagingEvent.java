package io.windlass.fs.journal;

import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** Change of a staged file, as its journal records it. */
public sealed interface StagingEvent {

  /**
   * The file was staged, with the size of its base; always the first event.
   *
   * @param properties that the object keeps as long as the file is staged; empty: those of the
   *     base, which are not read yet
   */
  record Begun(
      StagedId id,
      String key,
      Optional<BaseObject> base,
      Map<String, String> metadata,
      Instant modified,
      Optional<ObjectProperties> properties)
      implements StagingEvent {}

  /** A range was written: its bytes are in the data file, and the bucket does not have them. */
  record Wrote(long offset, long length, Instant modified) implements StagingEvent {}

  /** The file was cut, or extended with zeros. */
  record Truncated(long size, Instant modified) implements StagingEvent {}

  /** A range became zeros, which are not in the data file. */
  record Zeroed(long offset, long length, Instant modified) implements StagingEvent {}

  /** A range of the base was fetched: its bytes are in the data file. */
  record Fetched(long offset, long length) implements StagingEvent {}

  /** The bytes that the base has too were removed from the data file. */
  record Dropped() implements StagingEvent {}

  /** The metadata that is published with the file was replaced. */
  record Described(Map<String, String> metadata, Instant modified) implements StagingEvent {}

  /**
   * The file got another key, where its base has this revision; without a revision it has no base.
   */
  record Moved(String key, Optional<Revision> revision) implements StagingEvent {}

  /**
   * An upload was started.
   *
   * @param upload state by which the store knows the upload
   * @param token of the publishing that completes the upload
   * @param metadata of the file at that time
   * @param modified time of the file at that time
   */
  record UploadStarted(
      String upload, String key, String token, Map<String, String> metadata, Instant modified)
      implements StagingEvent {}

  /** A part was sent to the upload, with the bytes that the file has in this range. */
  record PartSent(int number, String state, long offset, long length) implements StagingEvent {}

  /** The upload is not used any more. */
  record UploadEnded() implements StagingEvent {}

  /**
   * A publishing began: from now on an object with this token may appear in the bucket, with the
   * content that the file has now.
   *
   * @param traced whether each range that changes after this event has an event, written before the
   *     change. If not, one event says that something changed, and any range may have
   */
  record Publishing(String token, boolean traced) implements StagingEvent {}

  /**
   * A range was changed since the publishing began; with length 0, something other than bytes, such
   * as the metadata.
   */
  record ChangedSince(long offset, long length) implements StagingEvent {}

  /** The publishing with this token is the object in the bucket now. */
  record Published(
      String token, Revision revision, long size, Instant modified, Map<String, String> metadata)
      implements StagingEvent {}

  /**
   * The publishing with this token is the object in the bucket now: the server made it by copying
   * another object, and the file has its content now.
   *
   * @param modified when the object was changed last
   * @param changed when the file got the content
   */
  record Copied(
      String token,
      Revision revision,
      long size,
      Instant modified,
      Map<String, String> metadata,
      Instant changed)
      implements StagingEvent {}

  /**
   * The last write of a file of which the bucket has nothing found no room on local disk; or, if
   * {@code value} is false, a program has decided otherwise since.
   */
  record CutShort(boolean value) implements StagingEvent {}

  /** Somebody else changed the object. */
  record Conflicted() implements StagingEvent {}

  /** The file has no name any more. */
  record Unlinked() implements StagingEvent {}
}
