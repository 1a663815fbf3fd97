package io.windlass.fs.write;

import io.windlass.fs.read.ReadSlices;
import io.windlass.store.Deadline;
import io.windlass.store.DriverException;
import io.windlass.store.Errno;
import io.windlass.store.Revision;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A file that is being written: an object in the bucket, if there is one, and over it what was
 * written since, on local disk. What a method has done outlives the process when it returns.
 *
 * <p>Any number of threads may use it. Neither readers nor writers wait for publishing: what is
 * written meanwhile is published by the next.
 */
public final class StagedFile {
  private static final Logger log = LoggerFactory.getLogger(StagedFile.class);

  /** How often a write tries to find room. */
  private static final int ATTEMPTS = 4;

  private final Staging staging;
  private final StagedContent content;
  private final OverlayReader reader;
  private final BaseFetcher fetcher;
  private final Uploader uploader;
  private final Publisher publisher;
  private final ServerCopy copy;

  /** Held by whoever publishes the file, or changes its name or its object. */
  private final ReentrantLock changing = new ReentrantLock(true);

  /**
   * Shared by whoever changes what is in the file, or is said of it, on local disk. Alone has it
   * whoever has the server change that, and so holds the file too.
   */
  private final ReentrantReadWriteLock local = new ReentrantReadWriteLock();

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

  /** The object in the bucket that it is based on, which may be behind; empty if there is none. */
  public Optional<BaseObject> base() {
    return content.look(StagedState::base);
  }

  /** Whether it is being sent to the bucket just now. */
  boolean isPublishing() {
    return content.isSending();
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
   * @throws DriverException.PreconditionFailed if bytes of the base are needed and it was replaced
   * @throws DriverException.Unavailable if they cannot be had in time
   */
  public ReadSlices read(long offset, int size) {
    Optional<BaseObject> before = content.look(StagedState::base);
    try {
      return reader.read(offset, size);
    } catch (DriverException.PreconditionFailed e) {
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
      for (int attempt = 1; !written(offset, end, data, now, attempt == ATTEMPTS); attempt++) {
        // What is being published takes room where it is written over; after it there is more.
        change(() -> {});
      }
    }
  }

  /** Whether bytes were written; not if what is being published takes the room for them. */
  private boolean written(long offset, long end, MemorySegment data, Instant now, boolean last) {
    try {
      locally(() -> put(offset, end, data, now));
      return true;
    } catch (WriteException e) {
      if (last || e.errno() != Errno.ENOSPC || !content.isSending()) {
        throw e;
      }
      return false;
    }
  }

  private void put(long offset, long end, MemorySegment data, Instant now) {
    content.write(offset, end, data.asByteBuffer(), now);
    uploader.wrote(offset, end);
  }

  /**
   * Writes as {@link #write} does, unless that would wait: for the server, which copies something
   * into the file, or for room that what is being published takes.
   */
  public boolean tryWrite(long offset, MemorySegment data, Instant now) {
    long end = end(offset, data.byteSize());
    if (data.byteSize() == 0) {
      return true;
    }
    if (!local.readLock().tryLock()) {
      return false;
    }
    try {
      put(offset, end, data, now);
      content.tidy();
      return true;
    } catch (WriteException e) {
      if (e.errno() != Errno.ENOSPC || !content.isSending()) {
        throw e;
      }
      return false;
    } finally {
      local.readLock().unlock();
    }
  }

  /** Cuts the file, or adds zeros to it. */
  public void truncate(long size, Instant now) {
    end(size, 0);
    locally(() -> content.truncate(size, now));
  }

  /**
   * Makes bytes zeros, as fallocate(2) with PUNCH_HOLE or ZERO_RANGE.
   *
   * @param keepSize whether what is behind the end is left alone; otherwise the file may grow
   */
  public void zero(long offset, long length, boolean keepSize, Instant now) {
    long end = positive(offset, length);
    locally(() -> content.zero(offset, end, keepSize, now));
  }

  /**
   * Sees to it that there is room for these bytes, as fallocate(2). Room is not kept: a write may
   * find it gone.
   *
   * @param keepSize whether the file stays as long as it is; otherwise it may grow, by zeros
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
    locally(() -> content.note(new StagingEvent.Described(Map.copyOf(metadata), modified)));
  }

  /**
   * Its object is at another key now.
   *
   * @param revision of its object there; empty if it has none, be it that there never was one
   * @throws WriteException EINVAL if that cannot be: it needs a base that is gone, or has none
   */
  public void moved(String key, Optional<Revision> revision) {
    // One that is just being started is for the old key, which nobody knows after this.
    atOnce(() -> uploader.giveUpBefore(() -> content.moved(key, revision)));
  }

  /**
   * Fetches what is only in its base, which may be deleted then.
   *
   * @throws WriteException ENOSPC if there is no room for it
   */
  public void localise() {
    atOnce(() -> {
      try {
        fetcher.fetch(0, content.view().size());
      } catch (DriverException.PreconditionFailed e) {
        if (content.look(StagedState::pending).isEmpty()) {
          throw e;
        }
        // It may be this file that has replaced it, without knowing yet.
        publisher.settle();
        fetcher.fetch(0, content.view().size());
      }
    });
  }

  /** It has no name any more, and is never published; it stays readable and writable. */
  public void unlinked() {
    atOnce(() -> {
      // In this order none is started after the last was given up.
      content.note(new StagingEvent.Unlinked());
      uploader.giveUp();
    });
  }

  /**
   * Makes it an object in the bucket, whole and at once, as it is when this is called, if it is not
   * already. What is changed while this waits may be in the bucket then or not. Whoever holds the
   * file meanwhile has what is sent broken off, and it begins anew.
   *
   * @return how it is then; dirty if it was changed meanwhile
   * @throws DriverException.PreconditionFailed if somebody else changed the object: a conflict
   * @throws DriverException if the store cannot take it now; it stays staged
   */
  public StagedView publish() {
    if (changing.isHeldByCurrentThread()) {
      throw new IllegalStateException(content.key() + " is held, and cannot be published by that");
    }
    long until = content.changes();
    while (true) {
      try {
        return publisher.isSentWhole() ? inTurn(until) : exclusively(() -> published(until));
      } catch (BrokenOffException e) {
        // The lock is fair: whoever needed the file has it before this thread has it again.
        log.debug("{} is published later: {}", content.key(), e.getMessage());
      }
    }
  }

  /** Whoever waits for his turn to send does not hold the file. */
  private StagedView inTurn(long until) {
    long size = content.view().size();
    staging.enter(size);
    try {
      return exclusively(() -> published(until));
    } finally {
      staging.window().leave(size);
    }
  }

  private StagedView published(long until) {
    boolean done = publisher.publish(until);
    content.tidy();
    if (done) {
      // While it is held: afterwards its name may lead to another file.
      staging.published(this);
    }
    return view();
  }

  /**
   * Puts a range of an object into it: the server copies, and all of it is in the bucket at once.
   *
   * @param at where in the file the range comes to be
   * @param now the file's time from then on
   * @return whether that could be done, and was worth it; only of a file that is empty, or all in
   *     the bucket, and from an object that is still there. If not, the file is as before
   * @throws DriverException.PreconditionFailed if somebody else changed the file's object: a
   *     conflict
   * @throws WriteException EDQUOT, EFBIG
   */
  public boolean copy(Piece range, long at, Instant now) {
    end(at, range.length());
    return alone(() -> {
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
    atOnce(uploader::retire);
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
   * Until it is closed, by the thread that has it, nobody else publishes the file, or changes its
   * name or its object.
   */
  public interface Held extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Has everybody wait who would publish the file, or change its name or its object. What is in it
   * may be changed. What is being sent is broken off, and begun anew afterwards.
   *
   * @throws WriteException EIO if somebody else does so for too long
   */
  public Held hold() {
    content.urge();
    try {
      return locked();
    } finally {
      content.calm();
    }
  }

  /** The same, but it waits until all is sent. */
  private Held locked() {
    lock();
    return changing::unlock;
  }

  /** Changes what the bucket has, or is to have, without waiting until all is sent. */
  private void atOnce(Runnable change) {
    try (Held _ = hold()) {
      change.run();
      content.tidy();
    }
  }

  /** Changes what is on local disk alone, whatever is being sent. */
  private void locally(Runnable change) {
    acquire(local.readLock());
    try {
      change.run();
      content.tidy();
    } finally {
      local.readLock().unlock();
    }
  }

  /** Has everybody wait who would change the file in any way. */
  private <T> T alone(Supplier<T> change) {
    return exclusively(() -> {
      acquire(local.writeLock());
      try {
        return change.get();
      } finally {
        local.writeLock().unlock();
      }
    });
  }

  private <T> T exclusively(Supplier<T> change) {
    try (Held _ = locked()) {
      return change.get();
    }
  }

  private void lock() {
    acquire(changing);
    holder = Deadline.current();
  }

  private void acquire(Lock lock) {
    Waits.here();
    try {
      Duration most = staging.settings().timeout();
      long end = System.nanoTime() + most.toNanos();
      Duration left = Deadline.leftOf(most);
      while (!lock.tryLock(left.toNanos(), TimeUnit.NANOSECONDS)) {
        left = Deadline.leftFor(holder, Duration.ofNanos(end - System.nanoTime()));
        if (!left.isPositive()) {
          throw new WriteException(
              Errno.EIO, "%s is being published for too long".formatted(content.key()));
        }
      }
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
