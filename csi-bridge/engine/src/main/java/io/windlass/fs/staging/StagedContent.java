package io.windlass.fs.staging;

import io.windlass.fs.journal.DataFile;
import io.windlass.fs.journal.EventLog;
import io.windlass.fs.journal.Extents;
import io.windlass.fs.journal.StagedId;
import io.windlass.fs.journal.StagingEvent;
import io.windlass.fs.journal.StagingSpace;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.lock.LockRank;
import io.windlass.fs.lock.RankedLock;
import io.windlass.fs.upload.KeptProperties;
import io.windlass.fs.upload.StagedBytes;
import io.windlass.linux.Errno;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Content of a staged file: its data file, its journal, and the state that both record. Any thread
 * may change it or look at it; neither waits for the network. Only a thread that holds the file
 * replaces the base or drops local bytes that the base has too.
 *
 * <p>New bytes are written to the data file before the event that makes them count, so that a full
 * disk or a crash in between changes nothing. Bytes that count already, as content of the base or
 * of a part that was sent, are recorded as changed before they are overwritten.
 */
final class StagedContent {
  private static final Logger log = LoggerFactory.getLogger(StagedContent.class);

  private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
  private final Lock reading = RankedLock.reading(LockRank.JOURNAL, lock);
  private final Lock writing = RankedLock.writing(LockRank.JOURNAL, lock);
  private final StagingSpace room;
  private final long maxHoleBytes;
  private final Quota quota;
  private final Path path;
  private final DataFile data;
  private final StagedState state;
  private final FileJournal journal;
  private final SendingBytes sending;

  /** Number of threads that wait for the file and cannot wait until everything is sent. */
  private int urgent;

  private boolean gone;

  StagedContent(
      StagingSpace room,
      long maxHoleBytes,
      Quota quota,
      Path path,
      DataFile data,
      EventLog log,
      StagedState state) {
    this.room = room;
    this.maxHoleBytes = maxHoleBytes;
    this.quota = quota;
    this.path = path;
    this.data = data;
    this.state = state;
    this.journal = new FileJournal(log, state, room, quota, DirtySince.of(state.isDirty(), path));
    this.sending = new SendingBytes(room, data);
    room.add(state.extents().dataBytes());
    quota.staged(state.growth());
  }

  /** Applies {@code look} to the state while no thread changes it; {@code look} must not wait. */
  <T> T look(Function<StagedState, T> look) {
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

  /**
   * Returns the properties that the object of the file keeps. Those that the journal lacks are read
   * from the object in the bucket; if that is another one by now, it is not replaced anyway.
   */
  ObjectProperties properties(KeptProperties kept) {
    return look(StagedState::properties).orElseGet(() -> kept.at(key()));
  }

  boolean isGone() {
    return look(_ -> gone);
  }

  /** Returns the changes that the bucket does not have; empty if there are none. */
  Optional<UnpublishedChanges.OfFile> unpublished() {
    return look(known ->
        journal
            .unpublishedFor()
            .map(age -> new UnpublishedChanges.OfFile(known.extents().dirtyBytes(), age)));
  }

  Path path() {
    return data.path();
  }

  private interface Change {
    void run() throws IOException;
  }

  private interface Result<T> {
    T get() throws IOException;
  }

  private void change(Change change) {
    boolean _ =
        changed(() -> {
          change.run();
          return true;
        });
  }

  private <T> T changed(Result<T> change) {
    writing.lock();
    try {
      if (gone) {
        throw new WriteException(Errno.EBADF, state.key() + " is not staged any more");
      }
      long before = state.extents().dataBytes();
      try {
        return change.get();
      } finally {
        room.add(state.extents().dataBytes() - before);
      }
    } catch (IOException e) {
      throw failure(e);
    } finally {
      writing.unlock();
    }
  }

  /** Converts a failure of the local disk, for the program that writes the file. */
  WriteException failure(IOException e) {
    return WriteException.of(state.key(), e);
  }

  /**
   * Records an event, in the journal first. A little disk space is reserved for that: publishing
   * must not fail because the disk is full.
   */
  void note(StagingEvent event) {
    change(() -> journal.appendSurely(event));
  }

  /**
   * Records that a publishing of the file as it is now begins.
   *
   * @param token returns the token of the publishing for a state of the file; empty if the file is
   *     not to be published in that state
   * @return snapshot of the file; empty, with nothing recorded, if there was no token
   */
  Optional<FileSnapshot> begin(Function<StagedState, Optional<String>> token) {
    return changed(() -> {
      journal.noteTime();
      Optional<String> found = token.apply(state);
      if (found.isEmpty()) {
        return Optional.empty();
      }
      journal.appendSurely(new StagingEvent.Publishing(found.get(), true));
      FileSnapshot file = new FileSnapshot(state, found.get(), journal.changes());
      sending.begin(file);
      journal.begin(file);
      return Optional.of(file);
    });
  }

  /** Ends a publishing: the bytes of its snapshot are not needed any more. */
  void end() {
    change(() -> sending.end(state.extents(), state.size()));
  }

  /**
   * Records that a part of a snapshot has arrived. It counts as a part of the upload if the file
   * has not changed in its range and the upload is still under way.
   */
  void arrived(FileSnapshot sent, String upload, StagingEvent.PartSent part) {
    change(() -> {
      long end = part.offset() + part.length();
      sent.settled(part.offset(), end);
      if (state.isAsPublishing(part.offset(), end)
          && state.upload().map(StagingEvent.UploadStarted::upload).equals(Optional.of(upload))) {
        journal.appendSurely(part);
      }
    });
  }

  /** Records that a range of a snapshot is not read any more. */
  void settled(FileSnapshot sent, long start, long end) {
    change(() -> sent.settled(start, end));
  }

  /** Returns the number of changes of the file in this process until now. */
  long changes() {
    return look(_ -> journal.changes());
  }

  /** Returns whether this process has published the first {@code until} changes. */
  boolean isPublished(long until) {
    return look(_ -> journal.isPublished(until));
  }

  /**
   * Breaks off sending at its next byte, and lets nothing begin, until {@link #calm}: another
   * thread waits for the file and must not wait for a slow server.
   */
  void urge() {
    urge(1);
  }

  /** Takes back one {@link #urge}: the thread that waited has the file now, or has given up. */
  void calm() {
    urge(-1);
  }

  private void urge(int more) {
    writing.lock();
    try {
      urgent += more;
    } finally {
      writing.unlock();
    }
  }

  /** Returns whether nothing may be sent, because another thread waits for the file. */
  boolean isUrgent() {
    return look(_ -> urgent > 0);
  }

  /** Returns whether bytes are being sent that must be kept as they are. */
  boolean isSending() {
    return look(_ -> sending.isGoingOn());
  }

  /** Checks that the volume may hold the file with this size in bytes. */
  void needSize(long size) {
    quota.need(size - look(StagedState::size), 0);
  }

  /**
   * Checks that a range may become a hole. Holes take no local disk; but the zeros have to be sent,
   * for which nobody may want to wait.
   */
  private void needHoles(long start, long end) {
    long more = start < end ? state.extents().newHoleBytes(start, end) : 0;
    if (more > 0 && more > maxHoleBytes - state.extents().holeBytes()) {
      throw new WriteException(
          Errno.EFBIG,
          "the holes of %s would be %d bytes of zeros to be sent, and may be %d at most"
              .formatted(state.key(), state.extents().holeBytes() + more, maxHoleBytes));
    }
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
      // The disk is fuller than the count of staged bytes says.
      room.make();
      put(offset, end, bytes, now);
    }
  }

  private void put(long offset, long end, ByteBuffer bytes, Instant now) {
    change(() -> {
      needHoles(state.size(), offset);
      for (Extents.Extent extent : state.extents().of(offset, end)) {
        if (extent.kind() == Extents.Kind.DATA && counts(extent)) {
          journal.append(new StagingEvent.Wrote(extent.start(), extent.length(), now));
        }
      }
      sending.spare(offset, end);
      store(bytes, offset, end);
      boolean known = state.size() >= end && state.extents().isDirtyData(offset, end);
      if (!known || !journal.touch(now)) {
        journal.append(new StagingEvent.Wrote(offset, end - offset, now));
      }
      goesOn();
    });
  }

  /**
   * Records that a write found no room, if the bucket has nothing of the file. If not even this can
   * be recorded, as on a disk that is read-only by now, only this process knows it.
   */
  void lackedRoom() {
    change(() -> {
      StagingEvent cutShort = new StagingEvent.CutShort(true);
      if (!state.isCutShort() && state.isNew()) {
        try {
          journal.appendSurely(cutShort);
        } catch (IOException e) {
          log.warn("the next process may publish {}, which is not whole", state.key(), e);
          state.apply(cutShort);
        }
      }
    });
  }

  /** Records that a program goes on with a file that is cut short. */
  private void goesOn() throws IOException {
    if (state.isCutShort()) {
      journal.append(new StagingEvent.CutShort(false));
    }
  }

  private void needRoom(long offset, long end) {
    long needed = growth(offset, end);
    room.need(needed);
    long more = growth(offset, end);
    if (more > needed) {
      // Freeing space dropped bytes of this file that the bucket has too, so more is needed.
      room.check(more);
    }
  }

  private void store(ByteBuffer bytes, long offset, long end) throws IOException {
    try {
      data.write(bytes, offset);
    } catch (IOException e) {
      // Bytes written before the failure do not count, and must not take space.
      data.punch(
          state.extents().of(offset, end).stream()
              .filter(extent -> extent.kind() != Extents.Kind.DATA)
              .toList());
      throw e;
    }
  }

  /**
   * Journals the time of writes that had no event. It is published with the file, and the next
   * process must not take it for a change.
   */
  void noteTime() {
    change(journal::noteTime);
  }

  /**
   * Returns whether bytes count as more than unpublished ones: as content of the base, of a part
   * that was sent, or of the last publishing.
   */
  private boolean counts(Extents.Extent extent) {
    return !extent.dirty()
        || state.isSent(extent.start(), extent.end())
        || state.isPublishing(extent.start(), extent.end());
  }

  private long growth(long offset, long end) {
    return look(known ->
        known.extents().of(offset, end).stream()
                .filter(extent -> extent.kind() != Extents.Kind.DATA)
                .mapToLong(Extents.Extent::length)
                .sum()
            + sending.endangered(offset, end));
  }

  void truncate(long size, Instant now) {
    needSize(size);
    change(() -> {
      needHoles(state.size(), size);
      boolean cut = size < state.size();
      long before = state.extents().dataBytes();
      long end = state.size();
      journal.append(new StagingEvent.Truncated(size, now));
      if (sending.isGoingOn()) {
        sending.giveUp(size, end, before - state.extents().dataBytes());
      } else if (cut) {
        data.truncate(size);
      }
      goesOn();
    });
  }

  void zero(long offset, long end, boolean keepSize, Instant now) {
    if (!keepSize) {
      needSize(end);
    }
    change(() -> {
      long to = keepSize ? Math.min(end, state.size()) : end;
      if (offset < to) {
        needHoles(Math.min(offset, state.size()), to);
        List<Extents.Extent> before = local(offset, to);
        journal.append(new StagingEvent.Zeroed(offset, to - offset, now));
        if (sending.isGoingOn()) {
          sending.giveUp(offset, to, before.stream().mapToLong(Extents.Extent::length).sum());
        } else {
          data.punch(before);
        }
      }
    });
  }

  void allocate(long offset, long end, boolean keepSize, Instant now) {
    needSize(end);
    room.check(growth(offset, end));
    change(() -> {
      if (!keepSize && end > state.size()) {
        needHoles(state.size(), end);
        journal.append(new StagingEvent.Truncated(end, now));
      }
    });
  }

  void moved(String key, Optional<Revision> revision) {
    change(() -> {
      boolean based = state.base().isPresent();
      boolean local =
          state.extents().of(0, state.size()).stream()
              .noneMatch(extent -> extent.kind() == Extents.Kind.BASE);
      if (revision.isPresent() && !based) {
        throw new WriteException(Errno.EINVAL, key + " was not published yet");
      }
      if (revision.isEmpty() && !local) {
        throw new WriteException(Errno.EINVAL, "parts of %s are only on the server".formatted(key));
      }
      journal.append(new StagingEvent.Moved(key, revision));
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

  /** Records that a range is being sent while writing may go on. */
  StagedState.Sending send(long start, long end) {
    writing.lock();
    try {
      return state.send(start, end);
    } finally {
      writing.unlock();
    }
  }

  /** Records that a range was not sent after all. */
  void notSent(StagedState.Sending sending) {
    writing.lock();
    try {
      state.sent(sending);
    } finally {
      writing.unlock();
    }
  }

  /**
   * Records that a range was sent as this part. It counts if the range has not changed meanwhile
   * and the upload is still under way.
   */
  void sent(StagedState.Sending sending, String upload, StagingEvent.PartSent part) {
    change(() -> {
      boolean unchanged = state.sent(sending);
      if (unchanged
          && state.upload().map(StagingEvent.UploadStarted::upload).equals(Optional.of(upload))) {
        journal.append(part);
      }
    });
  }

  /**
   * Stores bytes that were read from the base, for the file and for the snapshot that is being
   * sent, wherever these still need bytes of the base.
   */
  void keep(long offset, ByteBuffer bytes) {
    long to = offset + bytes.remaining();
    room.need(growth(offset, to));
    change(() -> {
      List<Extents.Extent> wanted = sending.inBase(offset, to);
      for (Extents.Extent extent : state.extents().of(offset, Math.min(to, state.size()))) {
        if (extent.kind() == Extents.Kind.BASE) {
          data.write(
              SendingBytes.slice(bytes, offset, extent.start(), extent.end()), extent.start());
          journal.append(new StagingEvent.Fetched(extent.start(), extent.length()));
          sending.fetched(extent);
        }
      }
      for (Extents.Extent extent : wanted) {
        sending.keep(extent, bytes, offset);
      }
    });
  }

  void dropClean() {
    change(() -> {
      List<Extents.Extent> clean =
          local(0, state.size()).stream().filter(extent -> !extent.dirty()).toList();
      if (!clean.isEmpty()) {
        journal.append(new StagingEvent.Dropped());
        data.punch(clean);
      }
    });
  }

  private List<Extents.Extent> local(long offset, long end) {
    return state.extents().of(offset, end).stream()
        .filter(extent -> extent.kind() == Extents.Kind.DATA)
        .toList();
  }

  /**
   * Returns a range that is {@linkplain #send being sent} while writing goes on, as the content of
   * a request; all of it must be written bytes. It is read without the lock, for which the writer
   * would have to wait: what changes meanwhile does not count as sent.
   */
  StagedBytes bytes(long start, long end) {
    return new StagedBytes(start, end, this::read);
  }

  /** Returns a range of the snapshot that is being published, as the content of a request. */
  StagedBytes bytes(FileSnapshot sent, long start, long end) {
    return new StagedBytes(
        start,
        end,
        (into, at) -> {
          reading.lock();
          try {
            if (!sending.isOf(sent)) {
              throw new WriteException(Errno.EIO, "the file is not being published any more");
            }
            if (urgent > 0) {
              throw new BrokenOffException(null);
            }
            sending.fill(sent, into, at);
          } catch (IOException e) {
            throw failure(e);
          } finally {
            reading.unlock();
          }
        });
  }

  /**
   * Fills a buffer with bytes of the data file. To be called within {@link #look}, while nothing
   * changes the file, or for bytes that are no good if they change.
   */
  void read(ByteBuffer into, long offset) {
    try {
      data.read(into, offset);
    } catch (IOException e) {
      throw failure(e);
    }
  }

  /** Rewrites the journal if that is worth it. */
  void tidy() {
    if (journal.isLong()) {
      try {
        rewrite();
      } catch (WriteException e) {
        // The long journal is as good; a full disk, say, must not fail a change that is done
        // already.
        journal.leaveLong();
      }
    }
  }

  /** Rewrites the journal: replaces its events by few that give the same state. */
  void rewrite() {
    change(journal::rewrite);
  }

  /**
   * Deletes both files. The journal goes first, as the data file means nothing without it: if the
   * journal cannot be deleted, the file is still there; if the data file cannot, the next process
   * deletes it.
   */
  void discard() {
    change(() -> {
      Files.deleteIfExists(path);
      gone = true;
      room.add(-state.extents().dataBytes());
      quota.staged(state.growth().negated());
    });
    try {
      Files.deleteIfExists(data.path());
    } catch (IOException e) {
      log.warn("{} could not be deleted; the next mount deletes it", data.path(), e);
    }
    close();
  }

  void close() {
    writing.lock();
    try {
      if (!gone) {
        room.add(-state.extents().dataBytes());
        quota.staged(state.growth().negated());
      }
      gone = true;
      journal.close();
      data.close();
      sending.drop();
    } catch (IOException e) {
      throw failure(e);
    } finally {
      writing.unlock();
    }
  }
}
