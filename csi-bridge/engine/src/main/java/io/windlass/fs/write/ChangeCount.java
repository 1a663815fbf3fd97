package io.windlass.fs.write;

import java.util.Optional;

/**
 * How often a staged file was changed in this process, and how much of that the bucket has. Used
 * under the lock of its content.
 */
final class ChangeCount {
  private long changes;
  private long published = -1;

  /** What is being published, or was last. */
  private Optional<FileSnapshot> last = Optional.empty();

  /** How often until now. */
  long changes() {
    return changes;
  }

  /** Whether the bucket has all those changes. */
  boolean isPublished(long until) {
    return published >= until;
  }

  /** It was changed in a way that no event says. */
  void changed() {
    changes++;
  }

  /** A publishing begins. */
  void begin(FileSnapshot file) {
    last = Optional.of(file);
  }

  /**
   * Something happened to the file.
   *
   * @param dirty whether there is something to publish after it
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
          // What is made of the file by others is not a snapshot of it.
          changes++;
        }
      }
      case StagingEvent.Published done ->
          last.filter(sent -> sent.token().equals(done.token()) && sent.isWhole())
              // If it is dirty although nothing was changed, all is to be published once more.
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
          StagingEvent.Conflicted _,
          StagingEvent.Unlinked _ -> {}
    }
  }
}
