package io.windlass.fs.staging;

import io.windlass.error.DriverException;
import io.windlass.fs.journal.BaseObject;
import io.windlass.fs.journal.StagedId;
import io.windlass.fs.journal.StagingEvent;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.read.ReadSlices;
import io.windlass.fs.upload.Piece;
import io.windlass.fs.upload.Transfers;
import io.windlass.linux.Errno;
import io.windlass.object.Revision;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File that is being written: on local disk, what was written since, over the object in the bucket,
 * if there is one. The effect of a method outlives the process once the method returns.
 *
 * <p>Any number of threads may use it. Neither readers nor writers wait for a publishing: what is
 * written meanwhile is published by the next.
 */
public final class StagedFile {
  private static final Logger log = LoggerFactory.getLogger(StagedFile.class);

  /** Number of attempts of a write to find disk space. */
  private static final int ATTEMPTS = 4;

  private final Owner owner;
  private final Transfers transfers;
  private final long maxBytes;
  private final FileLocks locks;
  private final StagedContent content;
  private final OverlayReader reader;
  private final BaseFetcher fetcher;
  private final Uploader uploader;
  private final Publisher publisher;
  private final ServerCopy copy;

  /** Who has the file, and is told what becomes of it. */
  interface Owner {
    /** The file was published; it is still held. */
    void published(StagedFile file);

    /** Keeps what was written to a file in conflict, which is about to be discarded. */
    void keepAside(StagedFile file);

    /** The file is about to be discarded. */
    void remove(StagedFile file);
  }

  /**
   * Creates a file.
   *
   * @param maxBytes size of the largest object that the bucket takes
   */
  StagedFile(
      Owner owner,
      Transfers transfers,
      long maxBytes,
      FileLocks locks,
      StagedContent content,
      OverlayReader reader,
      BaseFetcher fetcher,
      Uploader uploader,
      Publisher publisher,
      ServerCopy copy) {
    this.owner = owner;
    this.transfers = transfers;
    this.maxBytes = maxBytes;
    this.locks = locks;
    this.content = content;
    this.reader = reader;
    this.fetcher = fetcher;
    this.uploader = uploader;
    this.publisher = publisher;
    this.copy = copy;
  }

  /** Returns the identity of the file. */
  public StagedId id() {
    return content.id();
  }

  /** Returns the key that the object of the file has or will have. */
  public String key() {
    return content.key();
  }

  /** Returns the present attributes of the file. */
  public StagedView view() {
    return content.view();
  }

  /**
   * Returns the size in bytes of the object in the bucket that the file is based on; empty if there
   * is none.
   */
  public OptionalLong baseSize() {
    return content.look(state -> state.base().stream().mapToLong(BaseObject::size).findAny());
  }

  /**
   * Returns whether the bucket has an object of the file, or may have one: the answer to a request
   * that was to make one was lost.
   */
  public boolean mayBeInBucket() {
    return content.look(state -> state.base().isPresent() || !state.pending().isEmpty());
  }

  /**
   * Returns the object in the bucket that the file is based on, which may lack later changes; empty
   * if there is none.
   */
  public Optional<BaseObject> base() {
    return content.look(StagedState::base);
  }

  /** Returns whether the file is being sent to the bucket. */
  boolean isPublishing() {
    return content.isSending();
  }

  /**
   * Returns the object in the bucket if it is all there is of the file: empty if the file has
   * unpublished changes, is unlinked, or has no object.
   */
  public Optional<BaseObject> object() {
    return content.look(
        state -> state.isDirty() || state.isUnlinked() ? Optional.empty() : state.base());
  }

  /** Returns the changes that the bucket does not have; empty if there are none. */
  Optional<UnpublishedChanges.OfFile> unpublished() {
    return content.unpublished();
  }

  /** Returns how many bytes the bucket does not have. */
  public long unpublishedBytes() {
    return unpublished().map(UnpublishedChanges.OfFile::bytes).orElse(0L);
  }

  /** Returns whether the file is being sent to the bucket, or an upload of it has begun. */
  public boolean isBeingSent() {
    return isPublishing() || upload().isPresent();
  }

  /** Returns the path of the data file on local disk. */
  Path path() {
    return content.path();
  }

  /** Returns whether the file was discarded or closed. */
  public boolean isGone() {
    return content.isGone();
  }

  /**
   * Returns the state of the upload of the file, by which the store knows it; empty if none is
   * under way.
   */
  Optional<String> upload() {
    return content.look(StagedState::upload).map(StagingEvent.UploadStarted::upload);
  }

  /**
   * Reads up to {@code size} bytes; returns empty if that would have to wait for the network or for
   * memory.
   */
  public Optional<ReadSlices> tryRead(long offset, int size) {
    return reader.tryRead(offset, size);
  }

  /**
   * Reads up to {@code size} bytes, fewer only at the end of the file.
   *
   * @throws DriverException.PreconditionFailed if bytes of the base are needed and the base was
   *     replaced
   * @throws DriverException.Unavailable if the bytes do not arrive in time
   */
  public ReadSlices read(long offset, int size) {
    Optional<BaseObject> before = content.look(StagedState::base);
    try {
      return reader.read(offset, size);
    } catch (DriverException.PreconditionFailed e) {
      if (content.look(state -> state.pending().isEmpty() && state.base().equals(before))) {
        throw e;
      }
      // The base may have been replaced by a publishing of this file whose result is not known yet.
      change(publisher::settle);
      return reader.read(offset, size);
    }
  }

  /**
   * Writes bytes. A gap between the end of the file and {@code offset} becomes zeros.
   *
   * @param now modification time of the file from then on
   * @throws WriteException ENOSPC if there is no disk space, EDQUOT if the volume is full, EFBIG if
   *     no object can be so large
   */
  public void write(long offset, MemorySegment data, Instant now) {
    long end = end(offset, data.byteSize());
    if (data.byteSize() > 0) {
      for (int attempt = 1; !written(offset, end, data, now, attempt == ATTEMPTS); attempt++) {
        // Bytes that are being published and are overwritten take disk space until the publishing
        // ends: wait for that.
        change(() -> {});
      }
    }
  }

  /**
   * Returns whether the bytes were written: false if disk space is lacking while a publishing may
   * take it, unless this is the last attempt.
   */
  private boolean written(long offset, long end, MemorySegment data, Instant now, boolean last) {
    try {
      locally(() -> put(offset, end, data, now));
      return true;
    } catch (WriteException e) {
      if (last || e.errno() != Errno.ENOSPC || !content.isSending()) {
        throw lacking(e);
      }
      return false;
    }
  }

  private void put(long offset, long end, MemorySegment data, Instant now) {
    content.write(offset, end, data.asByteBuffer(), now);
    uploader.wrote(offset, end);
  }

  private WriteException lacking(WriteException e) {
    if (e.isOfDisk()) {
      content.lackedRoom();
    }
    return e;
  }

  /**
   * Returns whether the file is only the beginning of what a program wanted to write: its last
   * write found no room on local disk, and nothing of it was published. Such a file is not
   * published, until a program writes it further or cuts it.
   */
  public boolean isCutShort() {
    return content.look(StagedState::isCutShort);
  }

  /**
   * Writes as {@link #write} does. Returns false if that would have to wait: for the server, which
   * copies something into the file, or for disk space that a publishing takes.
   */
  public boolean tryWrite(long offset, MemorySegment data, Instant now) {
    long end = end(offset, data.byteSize());
    if (data.byteSize() == 0) {
      return true;
    }
    if (!locks.tryShare()) {
      return false;
    }
    try {
      put(offset, end, data, now);
      content.tidy();
      return true;
    } catch (WriteException e) {
      if (e.errno() != Errno.ENOSPC || !content.isSending()) {
        throw lacking(e);
      }
      return false;
    } finally {
      locks.unshare();
    }
  }

  /** Cuts the file, or extends it with zeros. */
  public void truncate(long size, Instant now) {
    end(size, 0);
    locally(() -> content.truncate(size, now));
  }

  /**
   * Sets bytes to zero, as fallocate(2) with PUNCH_HOLE or ZERO_RANGE.
   *
   * @param keepSize whether the file keeps its size, and bytes behind its end are ignored;
   *     otherwise the file may grow
   */
  public void zero(long offset, long length, boolean keepSize, Instant now) {
    long end = positive(offset, length);
    locally(() -> content.zero(offset, end, keepSize, now));
  }

  /**
   * Checks that there is disk space for these bytes, as fallocate(2). The space is not reserved: a
   * later write may find it taken.
   *
   * @param keepSize whether the file keeps its size; otherwise it may grow, by zeros
   */
  public void allocate(long offset, long length, boolean keepSize, Instant now) {
    long end = positive(offset, length);
    locally(() -> content.allocate(offset, end, keepSize, now));
  }

  private long positive(long offset, long length) {
    if (length <= 0) {
      throw new WriteException(Errno.EINVAL, "the length must be more than 0");
    }
    return end(offset, length);
  }

  private long end(long offset, long length) {
    if (offset < 0) {
      throw new WriteException(Errno.EINVAL, "the offset must not be negative");
    }
    boolean tooLarge = length > 0 && content.view().size() > maxBytes;
    if (tooLarge || offset > maxBytes - length) {
      throw new WriteException(
          Errno.EFBIG, "no object of this store can be larger than %d bytes".formatted(maxBytes));
    }
    return offset + length;
  }

  /**
   * Returns the offset of the next byte from {@code offset} on that is not in a hole; empty if
   * there is none (ENXIO).
   */
  public OptionalLong seekData(long offset) {
    return content.seek(offset, false);
  }

  /**
   * Returns the offset of the next hole from {@code offset} on; the end of the file counts as one.
   * Empty if {@code offset} is not before the end (ENXIO).
   */
  public OptionalLong seekHole(long offset) {
    return content.seek(offset, true);
  }

  /** Sets the user metadata that is published with the file, and its modification time. */
  public void describe(Map<String, String> metadata, Instant modified) {
    locally(() -> content.note(new StagingEvent.Described(Map.copyOf(metadata), modified)));
  }

  /**
   * Records that the object of the file is at another key now.
   *
   * @param revision of the object at that key; empty if there is none, even if there never was one
   * @throws WriteException EINVAL if {@code revision} is given for a file without a base, or is
   *     empty for a file that needs bytes of its base
   */
  public void moved(String key, Optional<Revision> revision) {
    // An upload that is just being started is for the old key, which nobody knows after this.
    atOnce(() -> uploader.giveUpBefore(() -> content.moved(key, revision)));
  }

  /**
   * Fetches the bytes that only the base has, so that the base may be deleted.
   *
   * @throws WriteException ENOSPC if there is no disk space for them
   */
  public void localise() {
    atOnce(() -> {
      try {
        fetcher.fetch(0, content.view().size());
      } catch (DriverException.PreconditionFailed e) {
        if (content.look(StagedState::pending).isEmpty()) {
          throw e;
        }
        // The base may have been replaced by a publishing of this file whose result is not
        // known
        // yet.
        publisher.settle();
        fetcher.fetch(0, content.view().size());
      }
    });
  }

  /**
   * Records that the file has no name any more. It is never published, and stays readable and
   * writable.
   */
  public void unlinked() {
    atOnce(() -> {
      // In this order, no upload is started after the last one was given up.
      content.note(new StagingEvent.Unlinked());
      uploader.giveUp();
    });
  }

  /**
   * Publishes the file as it is when this is called: makes it an object in the bucket, all of which
   * becomes visible at once. Does nothing if the bucket has it already. Changes made while this
   * waits may or may not be published. If another thread {@linkplain #hold holds} the file
   * meanwhile, sending is broken off, and begins anew afterwards.
   *
   * @return attributes of the file afterwards; dirty if it was changed meanwhile
   * @throws DriverException.PreconditionFailed if somebody else changed the object: a conflict
   * @throws DriverException if the store cannot take the object now; the file stays staged
   * @throws WriteException ENOSPC if the file {@linkplain #isCutShort is cut short}
   */
  public StagedView publish() {
    if (isCutShort()) {
      throw new WriteException(
          Errno.ENOSPC,
          content.key() + " is not published: there was no room on local disk for all of it");
    }
    if (locks.isHeld()) {
      throw new IllegalStateException(
          content.key() + " is locked by this thread, which cannot publish it");
    }
    long until = content.changes();
    while (true) {
      try {
        return publisher.isSentWhole() ? inTurn(until) : locks.exclusively(() -> published(until));
      } catch (BrokenOffException e) {
        // The lock is fair: the thread that needed the file gets it before this one gets it again.
        log.debug("{} is published later: {}", content.key(), e.getMessage());
      }
    }
  }

  /**
   * Publishes the file when the upload window lets it in. Does not hold the file while it waits for
   * that.
   */
  private StagedView inTurn(long until) {
    long size = content.view().size();
    transfers.enter(size);
    try {
      return locks.exclusively(() -> published(until));
    } finally {
      transfers.leave(size);
    }
  }

  private StagedView published(long until) {
    boolean done = publisher.publish(until);
    content.tidy();
    if (done) {
      // Reported while the file is held: afterwards its name may lead to another file.
      owner.published(this);
    }
    return view();
  }

  /**
   * Puts a range of an object into the file: the server copies the range, and the whole file is in
   * the bucket at once.
   *
   * @param at offset in the file at which the range is put
   * @param now modification time of the file from then on
   * @return whether that was possible and worth it: only for a file that is empty or wholly in the
   *     bucket, and from an object that is still there. If not, the file is as before
   * @throws DriverException.PreconditionFailed if somebody else changed the file's object: a
   *     conflict
   * @throws WriteException EDQUOT, EFBIG
   */
  public boolean copy(Piece range, long at, Instant now) {
    end(at, range.length());
    return locks.alone(() -> {
      boolean done = copy.of(range, at, now);
      content.tidy();
      if (done) {
        owner.published(this);
      }
      return done;
    });
  }

  /**
   * Gives up the upload and starts no other, because the file is about to be discarded. May wait.
   */
  public void retire() {
    atOnce(uploader::retire);
  }

  /** Allows uploads again, because the file is not discarded after all. */
  public void reuse() {
    uploader.reuse();
  }

  /** Discards the file, which is in conflict, and keeps what was written aside. */
  public void discardAside() {
    owner.keepAside(this);
    discard();
  }

  /**
   * Discards the file: gives up what is not in the bucket, and deletes its files on disk. Does not
   * wait if the caller holds the file and has {@linkplain #retire retired} it.
   */
  public void discard() {
    retire();
    content.discard();
    owner.remove(this);
    reader.close();
  }

  /**
   * Removes local bytes that the base has too, to free disk space, unless a thread holds the file.
   */
  void dropClean() {
    // A thread that holds the file may just have fetched the bytes for its next step.
    locks.ifFree(content::dropClean);
  }

  /** Rewrites the journal, even if it is short. */
  void tidy() {
    locks.exclusively(() -> {
      content.rewrite();
      return true;
    });
  }

  /** Closes the file, and leaves it to the next process. */
  void close() {
    reader.close();
    content.close();
  }

  private void change(Runnable change) {
    locks.exclusively(() -> {
      change.run();
      content.tidy();
      return true;
    });
  }

  /**
   * Hold on a file. Until it is closed, by the thread that has it, no other thread publishes the
   * file or changes its name or its object.
   */
  public interface Held extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Holds the file: other threads that would publish it, or change its name or its object, wait
   * until the hold is closed. Its content may still be changed. A publishing under way is broken
   * off, and begins anew afterwards.
   *
   * @throws WriteException EIO if another thread has the file for too long
   */
  public Held hold() {
    content.urge();
    try {
      return locks.hold();
    } finally {
      content.calm();
    }
  }

  /**
   * Changes what the bucket has or is to have; breaks off a publishing instead of waiting for it.
   */
  private void atOnce(Runnable change) {
    try (Held _ = hold()) {
      change.run();
      content.tidy();
    }
  }

  /** Changes only what is on local disk, even while the file is being sent. */
  private void locally(Runnable change) {
    locks.share();
    try {
      change.run();
      content.tidy();
    } finally {
      locks.unshare();
    }
  }

  @Override
  public String toString() {
    return content.key() + " " + List.of(content.id());
  }
}
