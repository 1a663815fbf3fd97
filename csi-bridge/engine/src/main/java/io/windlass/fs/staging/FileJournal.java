package io.windlass.fs.staging;

import io.windlass.fs.journal.EventLog;
import io.windlass.fs.journal.StagingEvent;
import io.windlass.fs.journal.StagingSpace;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Journal of a staged file with the state that it records: each event is in the journal before it
 * changes the state. Counts what the events change. Used under the lock of the file's {@link
 * StagedContent}.
 */
final class FileJournal {
  /** Length in bytes above which a journal is rewritten, if most of it is outdated. */
  private static final int LONG = 1 << 20;

  /** Time after which a write that changes nothing else is journaled again, for its time. */
  private static final Duration COARSE = Duration.ofSeconds(1);

  private final EventLog log;
  private final StagedState state;
  private final StagingSpace room;
  private final Quota quota;
  private final DirtySince dirtySince;
  private final ChangeCount count = new ChangeCount();

  /** Time of the file that the journal has; that of the state may be later. */
  private Instant journaled;

  private long tidyAt = LONG;

  FileJournal(
      EventLog log, StagedState state, StagingSpace room, Quota quota, DirtySince dirtySince) {
    this.log = log;
    this.state = state;
    this.room = room;
    this.quota = quota;
    this.dirtySince = dirtySince;
    this.journaled = state.modified();
  }

  /** Records an event, even if the disk is full: a little disk space is reserved for that. */
  void appendSurely(StagingEvent event) throws IOException {
    try {
      append(event);
    } catch (IOException e) {
      if (!room.release()) {
        throw e;
      }
      append(event);
    }
  }

  /** Records an event. */
  void append(StagingEvent event) throws IOException {
    Quota.Growth before = state.growth();
    long size = state.size();
    log.append(event);
    state.apply(event);
    journaled = state.modified();
    boolean dirty = state.isDirty();
    count.count(event, dirty);
    dirtySince.after(event, dirty);
    Quota.Growth change = state.growth().minus(before);
    boolean grew = !change.equals(Quota.Growth.NOTHING);
    if (grew) {
      quota.staged(change);
    }
    if (event instanceof StagingEvent.Copied copied) {
      quota.bucketChanged(state.key(), new Quota.Growth(copied.size() - size, 0).minus(change));
    } else if (grew && event instanceof StagingEvent.Published) {
      quota.bucketChanged(state.key(), change.negated());
    }
  }

  /**
   * Records the time of a write that changes nothing else, without an event; returns false, and
   * records nothing, if that needs one because the last was long ago.
   */
  boolean touch(Instant now) {
    boolean recent = now.isBefore(journaled.plus(COARSE));
    if (recent) {
      state.touch(now);
      count.changed();
    }
    return recent;
  }

  /** Records the time of writes that had no event. */
  void noteTime() throws IOException {
    if (!state.modified().equals(journaled)) {
      appendSurely(new StagingEvent.Truncated(state.size(), state.modified()));
    }
  }

  /** Records the snapshot of a publishing that begins. */
  void begin(FileSnapshot file) {
    count.begin(file);
  }

  /** Returns the number of changes of the file in this process until now. */
  long changes() {
    return count.changes();
  }

  /** Returns whether this process has published the first {@code until} changes. */
  boolean isPublished(long until) {
    return count.isPublished(until);
  }

  /** Returns the age of the oldest change that the bucket does not have; empty if it has all. */
  Optional<Duration> unpublishedFor() {
    return dirtySince.age();
  }

  /** Returns whether it is worth it to rewrite the journal. */
  boolean isLong() {
    return log.size() > tidyAt;
  }

  /** Leaves the journal long for now. */
  void leaveLong() {
    tidyAt = 2 * log.size();
  }

  /** Replaces the events by few that give the same state. */
  void rewrite() throws IOException {
    log.rewrite(state.snapshot());
    tidyAt = Math.max(LONG, 4 * log.size());
  }

  void close() throws IOException {
    log.close();
  }
}
