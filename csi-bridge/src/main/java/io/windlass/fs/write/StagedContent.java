package io.windlass.fs.write;

import io.windlass.store.Errno;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;

/**
 * The two files of a staged file, data and journal, and what they say. Changes come from one thread
 * at a time, looks from any; neither waits for the network.
 *
 * <p>What is new in the data file is written before the event that makes it count, so that a full
 * disk or a death in between changes nothing. What counts already, as content of the base or of a
 * part that was sent, is declared changed before it is overwritten.
 */
final class StagedContent {
  /** A journal is written anew when it is longer than this, and most of it is of the past. */
  private static final int LONG_LOG = 1 << 20;

  /** A time is written down again when it has moved on by so much. */
  private static final Duration COARSE = Duration.ofSeconds(1);

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final StagingSpace room;
  private final Quota quota;
  private final Path journal;
  private final DataFile data;
  private final EventLog log;
  private final StagedState state;
  private Instant journaled;
  private long tidyAt = LONG_LOG;
  private boolean gone;

  StagedContent(
      StagingSpace room,
      Quota quota,
      Path journal,
      DataFile data,
      EventLog log,
      StagedState state) {
    this.room = room;
    this.quota = quota;
    this.journal = journal;
    this.data = data;
    this.log = log;
    this.state = state;
    this.journaled = state.modified();
    room.add(state.extents().dataBytes());
    quota.staged(state.growth());
  }

  /** Looks at the state, while nobody changes it; must not wait. */
  <T> T look(Function<StagedState, T> look) {
    Lock reading = lock.readLock();
    reading.lock();
    try {
      return look.apply(state);
    } finally {
      reading.unlock();
    }
  }

  StagedId id() {
    return state.id();
  }

  String key() {
    return look(StagedState::key);
  }

  StagedView view() {
    return look(StagedState::view);
  }

  boolean isGone() {
    return look(_ -> gone);
  }

  Path path() {
    return data.path();
  }

  private interface Change {
    void run() throws IOException;
  }

  private void change(Change change) {
    Lock writing = lock.writeLock();
    writing.lock();
    try {
      if (gone) {
        throw new WriteException(Errno.EBADF, state.key() + " is not staged any more");
      }
      long before = state.extents().dataBytes();
      try {
        change.run();
      } finally {
        room.add(state.extents().dataBytes() - before);
      }
    } catch (IOException e) {
      throw failure(e);
    } finally {
      writing.unlock();
    }
  }

  /** What a failure of the local disk is to whoever writes. */
  WriteException failure(IOException e) {
    return WriteException.of(state.key(), e);
  }

  /**
   * Notes what happened, first in the journal, for which a little room is kept: publishing must not
   * fail because the disk is full.
   */
  void note(StagingEvent event) {
    change(() -> {
      try {
        append(event);
      } catch (IOException e) {
        if (!room.release()) {
          throw e;
        }
        append(event);
      }
    });
  }

  private void append(StagingEvent event) throws IOException {
    Quota.Growth before = state.growth();
    long size = state.size();
    log.append(event);
    state.apply(event);
    journaled = state.modified();
    Quota.Growth change = state.growth().minus(before);
    boolean grew = !change.equals(Quota.Growth.NOTHING);
    if (grew) {
      quota.staged(change);
    }
    if (event instanceof StagingEvent.Copied copied) {
      quota.published(state.key(), new Quota.Growth(copied.size() - size, 0).minus(change));
    } else if (grew && event instanceof StagingEvent.Published) {
      quota.published(state.key(), change.negated());
    }
  }

  /** Makes sure that the volume may hold the file when it is so long. */
  void needSize(long size) {
    quota.need(size - look(StagedState::size), 0);
  }

  void write(long offset, long end, ByteBuffer bytes, Instant now) {
    needSize(end);
    needRoom(offset, end);
    try {
      put(offset, end, bytes, now);
    } catch (WriteException e) {
      if (e.errno() != Errno.ENOSPC) {
        throw e;
      }
      // The disk is fuller than what is counted here.
      room.make();
      dropClean();
      put(offset, end, bytes, now);
    }
  }

  private void put(long offset, long end, ByteBuffer bytes, Instant now) {
    change(() -> {
      for (Extents.Extent extent : state.extents().of(offset, end)) {
        if (extent.kind() == Extents.Kind.DATA && counts(extent)) {
          append(new StagingEvent.Wrote(extent.start(), extent.length(), now));
        }
      }
      store(bytes, offset, end);
      boolean known = state.size() >= end && state.extents().isDirtyData(offset, end);
      if (known && now.isBefore(journaled.plus(COARSE))) {
        state.touch(now);
      } else {
        append(new StagingEvent.Wrote(offset, end - offset, now));
      }
    });
  }

  /** The file's own bytes that are in the bucket too go last, when nothing else makes room. */
  private void needRoom(long offset, long end) {
    try {
      room.need(growth(offset, end));
    } catch (WriteException e) {
      dropClean();
      room.check(growth(offset, end));
    }
  }

  private void store(ByteBuffer bytes, long offset, long end) throws IOException {
    try {
      data.write(bytes, offset);
    } catch (IOException e) {
      // What was written of it does not count, and must not take space.
      data.punch(
          state.extents().of(offset, end).stream()
              .filter(extent -> extent.kind() != Extents.Kind.DATA)
              .toList());
      throw e;
    }
  }

  /**
   * Notes the time of writes that needed no event. What is published says it, and the next process
   * must not take that for a change.
   */
  void noteTime() {
    if (look(known -> !known.modified().equals(journaled))) {
      note(new StagingEvent.Truncated(view().size(), view().modified()));
    }
  }

  /** Whether bytes are taken for more than what was written and not published. */
  private boolean counts(Extents.Extent extent) {
    return !extent.dirty()
        || state.isSent(extent.start(), extent.end())
        || (!state.pending().isEmpty() && !state.isChangedSince());
  }

  private long growth(long offset, long end) {
    return look(known ->
        known.extents().of(offset, end).stream()
            .filter(extent -> extent.kind() != Extents.Kind.DATA)
            .mapToLong(Extents.Extent::length)
            .sum());
  }

  void truncate(long size, Instant now) {
    needSize(size);
    change(() -> {
      boolean cut = size < state.size();
      append(new StagingEvent.Truncated(size, now));
      if (cut) {
        data.truncate(size);
      }
    });
  }

  void zero(long offset, long end, boolean keepSize, Instant now) {
    if (!keepSize) {
      needSize(end);
    }
    change(() -> {
      long to = keepSize ? Math.min(end, state.size()) : end;
      if (offset < to) {
        List<Extents.Extent> before = local(offset, to);
        append(new StagingEvent.Zeroed(offset, to - offset, now));
        data.punch(before);
      }
    });
  }

  void allocate(long offset, long end, boolean keepSize, Instant now) {
    needSize(end);
    room.check(growth(offset, end));
    change(() -> {
      if (!keepSize && end > state.size()) {
        append(new StagingEvent.Truncated(end, now));
      }
    });
  }

  void moved(String key, Optional<String> etag) {
    change(() -> {
      boolean based = state.base().isPresent();
      boolean local =
          state.extents().of(0, state.size()).stream()
              .noneMatch(extent -> extent.kind() == Extents.Kind.BASE);
      if (etag.isPresent() && !based) {
        throw new WriteException(Errno.EINVAL, key + " was not published yet");
      }
      if (etag.isEmpty() && !local) {
        throw new WriteException(Errno.EINVAL, "parts of %s are nowhere else".formatted(key));
      }
      append(new StagingEvent.Moved(key, etag));
    });
  }

  OptionalLong seek(long offset, boolean hole) {
    return look(known -> {
      if (offset < 0 || offset >= known.size()) {
        return OptionalLong.empty();
      }
      for (Extents.Extent extent : known.extents().of(offset, known.size())) {
        if ((extent.kind() == Extents.Kind.ZERO) == hole) {
          return OptionalLong.of(extent.start());
        }
      }
      return hole ? OptionalLong.of(known.size()) : OptionalLong.empty();
    });
  }

  /** Notes that a range is being sent while writing may go on. */
  StagedState.Sending send(long start, long end) {
    Lock writing = lock.writeLock();
    writing.lock();
    try {
      return state.send(start, end);
    } finally {
      writing.unlock();
    }
  }

  /** It was not sent after all. */
  void notSent(StagedState.Sending sending) {
    Lock writing = lock.writeLock();
    writing.lock();
    try {
      state.sent(sending);
    } finally {
      writing.unlock();
    }
  }

  /** It was sent as this part; that counts if neither file nor upload are others by now. */
  void sent(StagedState.Sending sending, String upload, StagingEvent.PartSent part) {
    change(() -> {
      boolean unchanged = state.sent(sending);
      if (unchanged
          && state.upload().map(StagingEvent.UploadStarted::upload).equals(Optional.of(upload))) {
        append(part);
      }
    });
  }

  /** Keeps bytes of the base, unless others were written there in the meantime. */
  void keep(long offset, ByteBuffer bytes) {
    room.need(growth(offset, offset + bytes.remaining()));
    change(() -> {
      for (Extents.Extent extent : state.extents().of(offset, offset + bytes.remaining())) {
        if (extent.kind() == Extents.Kind.BASE) {
          int at = (int) (extent.start() - offset);
          data.write(bytes.slice(at, (int) extent.length()), extent.start());
          append(new StagingEvent.Fetched(extent.start(), extent.length()));
        }
      }
    });
  }

  void dropClean() {
    change(() -> {
      List<Extents.Extent> clean =
          local(0, state.size()).stream().filter(extent -> !extent.dirty()).toList();
      if (!clean.isEmpty()) {
        append(new StagingEvent.Dropped());
        data.punch(clean);
      }
    });
  }

  private List<Extents.Extent> local(long offset, long end) {
    return state.extents().of(offset, end).stream()
        .filter(extent -> extent.kind() == Extents.Kind.DATA)
        .toList();
  }

  /** Fills a buffer with bytes of the data file; asked from within {@link #look}, or unchanged. */
  void read(ByteBuffer into, long offset) {
    try {
      data.read(into, offset);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Writes the journal anew where that is worth it. */
  void tidy() {
    if (log.size() > tidyAt) {
      try {
        rewrite();
      } catch (WriteException e) {
        // The long one is as good; a full disk, say, is no reason to fail what was done already.
        tidyAt = 2 * log.size();
      }
    }
  }

  /** Writes the journal anew. */
  void rewrite() {
    change(() -> {
      log.rewrite(state.snapshot());
      tidyAt = Math.max(LONG_LOG, 4 * log.size());
    });
  }

  /** Both files go; the journal first, without which the data is nothing. */
  void discard() {
    change(() -> {
      gone = true;
      Files.deleteIfExists(journal);
      Files.deleteIfExists(data.path());
      room.add(-state.extents().dataBytes());
      quota.staged(state.growth().negated());
    });
    close();
  }

  void close() {
    Lock writing = lock.writeLock();
    writing.lock();
    try {
      if (!gone) {
        room.add(-state.extents().dataBytes());
        quota.staged(state.growth().negated());
      }
      gone = true;
      log.close();
      data.close();
    } catch (IOException e) {
      throw failure(e);
    } finally {
      writing.unlock();
    }
  }
}
