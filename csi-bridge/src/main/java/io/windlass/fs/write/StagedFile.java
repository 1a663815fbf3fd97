package io.windlass.fs.write;

import io.windlass.fs.read.ReadSlices;
import io.windlass.store.Deadline;
import io.windlass.store.Errno;
import io.windlass.store.StoreException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * A file that is being written: an object in the bucket, if there is one, and over it what was
 * written since, on local disk. What a method has done outlives the process when it returns.
 *
 * <p>Any number of threads may use it. Writers wait for each other, and for publishing; readers
 * wait for neither.
 */
public final class StagedFile {
  private final Staging staging;
  private final StagedContent content;
  private final OverlayReader reader;
  private final BaseFetcher fetcher;
  private final Uploader uploader;
  private final Publisher publisher;
  private final ServerCopy copy;

  /** Held by whoever changes the file, or publishes it. */
  private final ReentrantLock changing = new ReentrantLock(true);

  /** Until when whoever has it, or had it last, should have come forward. */
  private volatile Optional<Deadline> holder = Optional.empty();

  StagedFile(Staging staging, StagedContent content) {
    this.staging = staging;
    this.content = content;
    this.reader = new OverlayReader(staging, content);
    this.fetcher = new BaseFetcher(content, reader);
    this.uploader = new Uploader(staging, content, fetcher);
    this.publisher = new Publisher(staging, content, fetcher, uploader);
    this.copy = new ServerCopy(staging, content, uploader, publisher);
  }

  /** Which file it is. */
  public StagedId id() {
    return content.id();
  }

  /** Where its object is, or will be. */
  public String key() {
    return content.key();
  }

  /** How it is now. */
  public StagedView view() {
    return content.view();
  }

  /** The size of the object in the bucket that it is based on; empty if there is none. */
  public OptionalLong published() {
    return content.look(state -> state.base().stream().mapToLong(BaseObject::size).findAny());
  }

  /**
   * Whether there is an object of it in the bucket, or may be: the answer to a request that was to
   * make one was lost.
   */
  public boolean mayBeInBucket() {
    return content.look(state -> state.base().isPresent() || !state.pending().isEmpty());
  }

  /** The object in the bucket, if that is all there is of it. */
  public Optional<BaseObject> object() {
    return content.look(
        state -> state.isDirty() || state.isUnlinked() ? Optional.empty() : state.base());
  }

  /** Where what was written is on local disk. */
  Path path() {
    return content.path();
  }

  /** Whether it was discarded, or closed. */
  public boolean isGone() {
    return content.isGone();
  }

  /** The upload that it goes on with, if there is one. */
  Optional<String> upload() {
    return content.look(StagedState::upload).map(StagingEvent.UploadStarted::upload);
  }

  /** Reads up to {@code size} bytes if that needs no waiting for the network, or for memory. */
  public Optional<ReadSlices> tryRead(long offset, int size) {
    return reader.tryRead(offset, size);
  }

  /**
   * Reads up to {@code size} bytes, fewer only at the end.
   *
   * @throws StoreException.PreconditionFailed if bytes of the base are needed and it was replaced
   * @throws StoreException.Unavailable if they cannot be had in time
   */
  public ReadSlices read(long offset, int size) {
    Optional<BaseObject> before = content.look(StagedState::base);
    try {
      return reader.read(offset, size);
    } catch (StoreException.PreconditionFailed e) {
      if (content.look(state -> state.pending().isEmpty() && state.base().equals(before))) {
        throw e;
      }
      // It may be this file that has replaced it, without knowing yet.
      change(publisher::settle);
      return reader.read(offset, size);
    }
  }

  /**
   * Writes bytes. Between the end of the file and them there are zeros.
   *
   * @param now the file's time from then on
   * @throws WriteException ENOSPC if there is no room, EFBIG if no object can be so large
   */
  public void write(long offset, MemorySegment data, Instant now) {
    long end = end(offset, data.byteSize());
    if (data.byteSize() > 0) {
      change(() -> {
        content.write(offset, end, data.asByteBuffer(), now);
        uploader.wrote(offset, end);
      });
    }
  }

  /** Writes as {@link #write} does, unless that would wait for another who changes the file. */
  public boolean tryWrite(long offset, MemorySegment data, Instant now) {
    if (!changing.tryLock()) {
      return false;
    }
    try {
      write(offset, data, now);
      return true;
    } finally {
      changing.unlock();
    }
  }

  /** Cuts the file, or adds zeros to it. */
  public void truncate(long size, Instant now) {
    end(size, 0);
    change(() -> content.truncate(size, now));
  }

  /**
   * Makes bytes zeros, as fallocate(2) with PUNCH_HOLE or ZERO_RANGE.
   *
   * @param keepSize whether what is behind the end is left alone; otherwise the file may grow
   */
  public void zero(long offset, long length, boolean keepSize, Instant now) {
    long end = positive(offset, length);
    change(() -> content.zero(offset, end, keepSize, now));
  }

  /**
   * Sees to it that there is room for these bytes, as fallocate(2). Room is not kept: a write may
   * find it gone.
   *
   * @param keepSize whether the file stays as long as it is; otherwise it may grow, by zeros
   */
  public void allocate(long offset, long length, boolean keepSize, Instant now) {
    long end = positive(offset, length);
    change(() -> content.allocate(offset, end, keepSize, now));
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
    long most = staging.capabilities().maxObjectBytes();
    if (offset > most - length) {
      throw new WriteException(
          Errno.EFBIG, "no object of this store can be larger than %d bytes".formatted(most));
    }
    return offset + length;
  }

  /** The next byte from {@code offset} on that is not in a hole; empty if there is none: ENXIO. */
  public OptionalLong seekData(long offset) {
    return content.seek(offset, false);
  }

  /** The next hole from {@code offset} on, the end being one; empty if that is past: ENXIO. */
  public OptionalLong seekHole(long offset) {
    return content.seek(offset, true);
  }

  /** Says what is published with it, and its time. */
  public void describe(Map<String, String> metadata, Instant modified) {
    change(() -> content.note(new StagingEvent.Described(Map.copyOf(metadata), modified)));
  }

  /**
   * Its object is at another key now.
   *
   * @param etag of its object there; empty if it has none, be it that there never was one
   * @throws WriteException EINVAL if that cannot be: it needs a base that is gone, or has none
   */
  public void moved(String key, Optional<String> etag) {
    // One that is just being started is for the old key, which nobody knows after this.
    change(() -> uploader.giveUpBefore(() -> content.moved(key, etag)));
  }

  /**
   * Fetches what is only in its base, which may be deleted then.
   *
   * @throws WriteException ENOSPC if there is no room for it
   */
  public void localise() {
    change(() -> fetcher.fetch(0, content.view().size()));
  }

  /** It has no name any more, and is never published; it stays readable and writable. */
  public void unlinked() {
    change(() -> {
      // In this order none is started after the last was given up.
      content.note(new StagingEvent.Unlinked());
      uploader.giveUp();
    });
  }

  /**
   * Makes it an object in the bucket, whole and at once, if it is not already.
   *
   * @return how it is then
   * @throws StoreException.PreconditionFailed if somebody else changed the object: a conflict
   * @throws StoreException if the store cannot take it now; it stays staged
   */
  public StagedView publish() {
    return exclusively(() -> {
      boolean done = publisher.publish();
      content.tidy();
      if (done) {
        // While it is held: afterwards its name may lead to another file.
        staging.published(this);
      }
      return view();
    });
  }

  /**
   * Puts a range of an object into it: the server copies, and all of it is in the bucket at once.
   *
   * @param at where in the file the range comes to be
   * @param now the file's time from then on
   * @return whether that could be done, and was worth it; only of a file that is empty, or all in
   *     the bucket, and from an object that is still there. If not, the file is as before
   * @throws StoreException.PreconditionFailed if somebody else changed the file's object: a
   *     conflict
   * @throws WriteException EDQUOT, EFBIG
   */
  public boolean copy(Piece range, long at, Instant now) {
    end(at, range.length());
    return exclusively(() -> {
      boolean done = copy.of(range, at, now);
      content.tidy();
      if (done) {
        staging.published(this);
      }
      return done;
    });
  }

  /** Gives up its upload, and starts none any more: it is about to be discarded. May wait. */
  public void retire() {
    change(uploader::retire);
  }

  /** It is not discarded after all. */
  public void reuse() {
    uploader.reuse();
  }

  /**
   * Gives up all of it that is not in the bucket, and its place on disk. Does not wait if the
   * caller holds it and has {@linkplain #retire retired} it.
   */
  public void discard() {
    retire();
    staging.remove(this);
    reader.close();
    content.discard();
  }

  /** Gives up what the base has too, to make room, unless the file is in use. */
  void dropClean() {
    // Not by its own holder, who may just have fetched it for what comes next.
    if (!changing.isHeldByCurrentThread() && changing.tryLock()) {
      try {
        content.dropClean();
      } finally {
        changing.unlock();
      }
    }
  }

  /** Writes its journal anew, however long it is. */
  void tidy() {
    exclusively(() -> {
      content.rewrite();
      return true;
    });
  }

  /** Leaves it to the next process. */
  void close() {
    reader.close();
    content.close();
  }

  private void change(Runnable change) {
    exclusively(() -> {
      change.run();
      content.tidy();
      return true;
    });
  }

  /**
   * Until it is closed, by the thread that has it, nobody else changes the file or publishes it.
   */
  public interface Held extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Has everybody wait who would change the file or publish it.
   *
   * @throws WriteException EIO if somebody else does so for too long
   */
  public Held hold() {
    lock();
    return changing::unlock;
  }

  private <T> T exclusively(Supplier<T> change) {
    try (Held _ = hold()) {
      return change.get();
    }
  }

  private void lock() {
    try {
      Duration most = staging.settings().timeout();
      long end = System.nanoTime() + most.toNanos();
      Duration left = Deadline.leftOf(most);
      while (!changing.tryLock(left.toNanos(), TimeUnit.NANOSECONDS)) {
        left = Deadline.leftFor(holder, Duration.ofNanos(end - System.nanoTime()));
        if (!left.isPositive()) {
          throw new WriteException(
              Errno.EIO, "%s is being published for too long".formatted(content.key()));
        }
      }
      holder = Deadline.current();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new WriteException(Errno.EINTR, "interrupted while waiting for another writer", e);
    }
  }

  @Override
  public String toString() {
    return content.key() + " " + List.of(content.id());
  }
}
