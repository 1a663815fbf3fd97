package io.windlass.fs.staging;

import io.windlass.fs.journal.StagingEvent;
import java.util.Optional;

/**
 * Counter of the changes of a staged file in this process, and of how many of them the bucket has.
 * Used under the lock of the file's {@link StagedContent}.
 */
final class ChangeCount {
  private long changes;
  private long published = -1;

  /** Snapshot that is being published, or was published last. */
  private Optional<FileSnapshot> last = Optional.empty();

  /** Returns the number of changes until now. */
  long changes() {
    return changes;
  }

  /** Returns whether this process has published the first {@code until} changes. */
  boolean isPublished(long until) {
    return published >= until;
  }

  /** Counts a change that no event records. */
  void changed() {
    changes++;
  }

  /** Records the snapshot of a publishing that begins. */
  void begin(FileSnapshot file) {
    last = Optional.of(file);
  }

  /**
   * Counts the change that an event records, if it is one.
   *
   * @param dirty whether the file has something to publish after the event
   */
  void count(StagingEvent event, boolean dirty) {
    switch (event) {
      case StagingEvent.Wrote _,
          StagingEvent.Truncated _,
          StagingEvent.Zeroed _,
          StagingEvent.Described _,
          StagingEvent.Moved _ ->
          changes++;
      case StagingEvent.Publishing publishing -> {
        if (!publishing.traced()) {
          // Such a publishing is a copy by the server: new content, and no snapshot of the file.
          changes++;
        }
      }
      case StagingEvent.Published done ->
          last.filter(sent -> sent.token().equals(done.token()) && sent.isWhole())
              // If the file is dirty although nothing was changed, it has to be published once
              // more.
              .filter(sent -> sent.changes() < changes || !dirty)
              .ifPresent(sent -> published = Math.max(published, sent.changes()));
      case StagingEvent.Begun _,
          StagingEvent.Fetched _,
          StagingEvent.Dropped _,
          StagingEvent.UploadStarted _,
          StagingEvent.PartSent _,
          StagingEvent.UploadEnded _,
          StagingEvent.ChangedSince _,
          StagingEvent.Copied _,
          StagingEvent.CutShort _,
          StagingEvent.Conflicted _,
          StagingEvent.Unlinked _ -> {}
    }
  }
}
