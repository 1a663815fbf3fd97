package io.windlass.fs.testing;

import io.windlass.store.DriverException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

/** What goes wrong with a {@link FaultyStore}. */
public final class Faults {
  private final Queue<Change> changes = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> late = new ConcurrentLinkedQueue<>();
  private volatile Supplier<Change> eachChange = () -> Change.DONE;
  private volatile Runnable inBodies = () -> {};
  private final Queue<Body> bodies = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> behindPages = new ConcurrentLinkedQueue<>();
  private final Queue<Runnable> inCopies = new ConcurrentLinkedQueue<>();
  private final AtomicLong refused = new AtomicLong();
  private final AtomicLong refusedHeads = new AtomicLong();
  private final AtomicReference<OptionalInt> cut = new AtomicReference<>(OptionalInt.empty());
  private volatile boolean listingUploadsDenied;
  private volatile boolean ifMatchIgnored;
  private volatile boolean frozen;
  private volatile boolean bucketGone;

  /** What goes wrong with one body. */
  public enum Body {
    /** Ends in the middle without a word. */
    SHORT,
    /** Breaks off in the middle. */
    BROKEN,
    /** Has a byte changed, which is found out at its end. */
    CORRUPT,
    /** Has a byte too many. */
    LONG
  }

  /** What goes wrong with a request that changes something. */
  public enum Change {
    /** Nothing. */
    DONE,
    /** The server does not do it. */
    REFUSED,
    /** The server does it, and the answer is lost. */
    LOST,
    /** There is no answer, and the server does it behind the next listing of uploads. */
    LATE
  }

  /** The changes that are asked for next go so. */
  public void nextChanges(Change... outcomes) {
    changes.addAll(List.of(outcomes));
  }

  /** Every change from now on goes as {@code each} says. */
  public void eachChange(Supplier<Change> each) {
    eachChange = each;
  }

  /** Nothing goes wrong with changes any more. */
  public void calm() {
    changes.clear();
    eachChange = () -> Change.DONE;
  }

  /** Whether all that was to go wrong with changes has gone wrong. */
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
      case LATE -> {
        late.add(() -> {
          T _ = change.get();
        });
        throw new DriverException.Unavailable("held up by the test", null);
      }
    };
  }

  /** The bodies that are sent next go wrong so. */
  public void next(Body... faults) {
    bodies.addAll(List.of(faults));
  }

  /** Whether all that was to go wrong with bodies has gone wrong. */
  public boolean isOver() {
    return bodies.isEmpty();
  }

  /** So many requests that come next are answered with Unavailable. */
  public void refuse(long requests) {
    refused.set(requests);
  }

  /** The same of those that ask for the description of an object. */
  public void refuseHeads(long requests) {
    refusedHeads.set(requests);
  }

  /** Whether the bucket is not there any more. */
  public void bucketIsGone(boolean gone) {
    bucketGone = gone;
  }

  /** Conditions of reads are not heeded, as by a server that is too simple. */
  public void ignoreIfMatch(boolean ignored) {
    ifMatchIgnored = ignored;
  }

  /** Nobody may list uploads, as with a key for a folder. */
  public void denyListingUploads() {
    listingUploadsDenied = true;
  }

  /** While it is frozen, bodies are not sent. */
  public void freeze(boolean stopped) {
    synchronized (this) {
      frozen = stopped;
      notifyAll();
    }
  }

  /** What happens between the moment that the next page is of and its answer. */
  public void behindNextPage(Runnable happens) {
    behindPages.add(happens);
  }

  /**
   * What happens in the middle of the next conditional copy. If it fails, that is cut off there, as
   * by the death of whoever asked for it.
   */
  public void inNextCopy(Runnable happens) {
    inCopies.add(happens);
  }

  void listingUploads() {
    request();
    if (listingUploadsDenied) {
      throw new DriverException.PermissionDenied("denied by the test", null);
    }
  }

  /** Whether all that was late has come. */
  public boolean hasArrived() {
    return late.isEmpty();
  }

  void uploadsListed() {
    for (Runnable held = late.poll(); held != null; held = late.poll()) {
      held.run();
    }
  }

  /** What happens again and again while the bodies of requests are read. */
  public void inEachBody(Runnable happens) {
    inBodies = happens;
  }

  void reading() {
    inBodies.run();
  }

  void copying() {
    Optional.ofNullable(inCopies.poll()).ifPresent(Runnable::run);
  }

  /** The next listing ends behind so many lines, as if there were no more. */
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
