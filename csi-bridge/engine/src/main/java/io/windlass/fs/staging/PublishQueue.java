package io.windlass.fs.staging;

import io.windlass.error.DriverException;
import io.windlass.fs.journal.StagedId;
import io.windlass.fs.upload.Background;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Queue of files that are published in the background, each until it is published or never can be.
 */
final class PublishQueue {
  private final Background background;
  private final Consumer<StagedFile> conflicted;

  /** Files with the time at which each was added, by System.nanoTime. */
  private final Map<StagedId, Long> queued = new ConcurrentHashMap<>();

  /**
   * Creates a queue.
   *
   * @param conflicted is told of each file that cannot be published because its object is another
   */
  PublishQueue(Background background, Consumer<StagedFile> conflicted) {
    this.background = background;
    this.conflicted = conflicted;
  }

  /** Adds a file; returns false if it was in the queue already. */
  boolean add(StagedFile file) {
    boolean added = queued.putIfAbsent(file.id(), System.nanoTime()) == null;
    if (added) {
      background.repeat("publish " + file.key(), () -> publish(file));
    }
    return added;
  }

  /** Returns the longest time that a file has been in the queue; zero if it is empty. */
  Duration longest() {
    long now = System.nanoTime();
    return queued.values().stream()
        .map(since -> Duration.ofNanos(now - since))
        .max(Duration::compareTo)
        .orElse(Duration.ZERO);
  }

  /** Waits until the queue is empty; returns false if it is not after {@code patience}. */
  synchronized boolean awaitEmpty(Duration patience) throws InterruptedException {
    long end = System.nanoTime() + patience.toNanos();
    while (!queued.isEmpty()) {
      long left = end - System.nanoTime();
      if (left <= 0) {
        return false;
      }
      TimeUnit.NANOSECONDS.timedWait(this, left);
    }
    return true;
  }

  private boolean publish(StagedFile file) {
    boolean done = attempt(file);
    if (done) {
      synchronized (this) {
        queued.remove(file.id());
        notifyAll();
      }
      if (isLeft(file)) {
        // A caller that added the file again just now was told that it is in the queue.
        add(file);
      }
    }
    return done;
  }

  private static boolean isLeft(StagedFile file) {
    StagedView view = file.view();
    return view.dirty() && !view.conflict() && !file.isCutShort() && !file.isGone();
  }

  private boolean attempt(StagedFile file) {
    if (file.isGone() || file.isCutShort()) {
      return true;
    }
    try {
      // Bytes written in the meantime are published by another attempt.
      return !file.publish().dirty();
    } catch (DriverException.PreconditionFailed e) {
      if (!file.view().conflict()) {
        throw e;
      }
      conflicted.accept(file);
      return true;
    }
  }
}
