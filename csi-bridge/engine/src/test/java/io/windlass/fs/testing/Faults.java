package io.windlass.fs.testing;

import io.windlass.error.DriverException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** Faults that a {@link FaultyStore} injects. */
public final class Faults {
  private final Queue<Change> changes = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> late = new ConcurrentLinkedQueue<>();
  private final AtomicInteger heldUp = new AtomicInteger();
  private volatile Supplier<Change> eachChange = () -> Change.DONE;
  private volatile BooleanSupplier full = () -> false;
  private volatile Runnable inBodies = () -> {};
  private final Queue<Body> bodies = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> behindPages = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> inCopies = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> inCompletions = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean nextPageEmpty = new AtomicBoolean();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong refusedHeads = new AtomicLong();
  private final AtomicLong unfoundHeads = new AtomicLong();
  private final AtomicReference<OptionalInt> cut = new AtomicReference<>(OptionalInt.empty());
  private volatile boolean listingUploadsDenied;
  private volatile boolean ifMatchIgnored;
  private volatile boolean archived;
  private volatile boolean keysUnknown;
  private volatile boolean frozen;
  private volatile boolean bucketGone;

  /** Fault of one response body. */
  public enum Body {
    /** The body ends in the middle, without an error. */
    SHORT,
    /** The body fails in the middle. */
    BROKEN,
    /** One byte is changed; the reader finds out at the end of the body. */
    CORRUPT,
    /** The body has one byte too many. */
    LONG
  }

  /** Outcome of a request that changes something. */
  public enum Change {
    /** The request succeeds. */
    DONE,
    /** The server does not do it. */
    REFUSED,
    /** The server does it, and the answer is lost. */
    LOST,
    /**
     * The server does not find what it has: neither for this request, nor for the next one that
     * looks at an object. AWS does so after a bucket was told to keep versions ("Enabling
     * versioning on buckets").
     */
    UNFOUND,
    /** There is no answer, and the server does it after the next listing of uploads. */
    LATE
  }

  /** Sets the outcomes of the next changes, in order. */
  public void nextChanges(Change... outcomes) {
    changes.addAll(List.of(outcomes));
  }

  /** Sets the source of the outcomes of all changes from now on. */
  public void eachChange(Supplier<Change> each) {
    eachChange = each;
  }

  /** Lets the server alone know which keys it refuses. */
  public void keysAreUnknown() {
    keysUnknown = true;
  }

  void checkKey(Runnable check) {
    if (!keysUnknown) {
      check.run();
    }
  }

  /** Ends all faults of changes. */
  public void clear() {
    changes.clear();
    eachChange = () -> Change.DONE;
  }

  /** Returns whether all faults of changes that were set have happened. */
  public boolean isCalm() {
    return changes.isEmpty();
  }

  private void requireBucket() {
    if (bucketGone) {
      throw new DriverException.NoSuchBucket("removed by the test", null);
    }
  }

  <T> T change(Supplier<T> change) {
    requireBucket();
    Change outcome = changes.poll();
    return switch (outcome == null ? eachChange.get() : outcome) {
      case DONE -> change.get();
      case REFUSED -> throw new DriverException.Unavailable("refused by the test", null);
      case LOST -> {
        T lost = change.get();
        throw new DriverException.Unavailable(lost + " was lost by the test", null);
      }
      case UNFOUND -> {
        unfoundHeads.set(1);
        throw new DriverException.NotFound("not found, as the test wants it", null);
      }
      case LATE -> {
        heldUp.incrementAndGet();
        late.add(() -> {
          T _ = change.get();
          heldUp.decrementAndGet();
        });
        throw new DriverException.Unavailable("held up by the test", null);
      }
    };
  }

  /** Sets the faults of the next bodies, in order. */
  public void next(Body... faults) {
    bodies.addAll(List.of(faults));
  }

  /** Returns whether all faults of bodies that were set have happened. */
  public boolean isOver() {
    return bodies.isEmpty();
  }

  /** Answers the next requests, as many as given, with Unavailable. */
  public void refuse(long requests) {
    refused.set(requests);
  }

  /** Answers the next HEAD requests, as many as given, with Unavailable. */
  public void refuseHeads(long requests) {
    refusedHeads.set(requests);
  }

  /** Sets when the bucket has no room for another object. */
  public void full(BooleanSupplier when) {
    full = when;
  }

  void requireRoom() {
    if (full.getAsBoolean()) {
      throw new DriverException.QuotaExceeded("filled by the test", null);
    }
  }

  /** Sets whether the bucket is missing. */
  public void bucketIsGone(boolean gone) {
    bucketGone = gone;
  }

  /** Sets whether conditions of reads are ignored, as by a simple server. */
  public void ignoreIfMatch(boolean ignored) {
    ifMatchIgnored = ignored;
  }

  /** Refuses to send the content of objects, as of those that lie in an archive. */
  public void archive() {
    archived = true;
  }

  boolean isArchived() {
    return archived;
  }

  /** Denies the listing of uploads, as to a key for a folder. */
  public void denyListingUploads() {
    listingUploadsDenied = true;
  }

  /** Sets whether the server is frozen: then it sends no bodies. */
  public void freeze(boolean stopped) {
    synchronized (this) {
      frozen = stopped;
      notifyAll();
    }
  }

  /** Makes the next listing begin with an empty page that another follows, as some servers do. */
  public void emptyNextPage() {
    nextPageEmpty.set(true);
  }

  boolean isNextPageEmpty() {
    return nextPageEmpty.getAndSet(false);
  }

  /** Sets an action to run after the next page is read and before it is returned. */
  public void behindNextPage(Runnable happens) {
    behindPages.add(happens);
  }

  /**
   * Sets an action to run in the middle of the next conditional copy. If the action fails, the copy
   * ends there, as if its caller had died.
   */
  public void inNextCopy(Runnable happens) {
    inCopies.add(happens);
  }

  /**
   * Sets an action to run in the middle of the next completion of an upload: the object is there,
   * and the upload is not ended, as on stores that compose the one and then end the other. The
   * completion ends there, as if its caller had died.
   */
  public void inNextCompletion(Runnable happens) {
    inCompletions.add(happens);
  }

  /** Returns whether the completion is cut off. */
  boolean completed() {
    Runnable happens = inCompletions.poll();
    if (happens == null) {
      return false;
    }
    happens.run();
    return true;
  }

  void listingUploads() {
    request();
    if (listingUploadsDenied) {
      throw new DriverException.PermissionDenied("denied by the test", null);
    }
  }

  /** Returns whether the server has done all {@link Change#LATE late} changes. */
  public boolean hasArrived() {
    return heldUp.get() == 0;
  }

  void uploadsListed() {
    for (Runnable held = late.poll(); held != null; held = late.poll()) {
      held.run();
    }
  }

  /** Sets an action to run repeatedly while bodies of requests are read. */
  public void inEachBody(Runnable happens) {
    inBodies = happens;
  }

  void reading() {
    inBodies.run();
  }

  void copying() {
    Optional.ofNullable(inCopies.poll()).ifPresent(Runnable::run);
  }

  /** Ends the next listing after that many entries, as if there were no more. */
  public void cutNextListing(int lines) {
    cut.set(OptionalInt.of(lines));
  }

  OptionalInt cut() {
    return cut.getAndSet(OptionalInt.empty());
  }

  void listed() {
    Optional.ofNullable(behindPages.poll()).ifPresent(Runnable::run);
  }

  boolean isIfMatchIgnored() {
    return ifMatchIgnored;
  }

  Optional<Body> body() {
    return Optional.ofNullable(bodies.poll());
  }

  void request() {
    requireBucket();
    refuseWhile(refused);
  }

  void head() {
    request();
    refuseWhile(refusedHeads);
    if (unfoundHeads.getAndSet(0) > 0) {
      throw new DriverException.NotFound("not found, as the test wants it", null);
    }
  }

  void lookUntilFound() {
    unfoundHeads.set(0);
  }

  private static void refuseWhile(AtomicLong refusals) {
    if (refusals.getAndUpdate(left -> Math.max(0, left - 1)) > 0) {
      throw new DriverException.Unavailable("refused by the test", null);
    }
  }

  void waitWhileFrozen() {
    synchronized (this) {
      try {
        while (frozen) {
          wait();
        }
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new DriverException.Unavailable("interrupted", e);
      }
    }
  }
}
