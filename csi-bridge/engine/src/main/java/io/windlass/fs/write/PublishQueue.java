package io.windlass.fs.write;

import io.windlass.store.DriverException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Publishes files in the background until they are published, or never can be. */
final class PublishQueue {
  private static final Logger LOG = LoggerFactory.getLogger(PublishQueue.class);

  private final Background background;
  private final Set<StagedId> queued = ConcurrentHashMap.newKeySet();

  PublishQueue(Background background) {
    this.background = background;
  }

  /** Whether it was not there already. */
  boolean add(StagedFile file) {
    boolean added = queued.add(file.id());
    if (added) {
      background.repeat("publish " + file.key(), () -> publish(file));
    }
    return added;
  }

  /** Waits until nothing is left to be published; false if something is after that time. */
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
        // Who added it again just now was told that it is in the queue.
        add(file);
      }
    }
    return done;
  }

  private static boolean isLeft(StagedFile file) {
    StagedView view = file.view();
    return view.dirty() && !view.conflict() && !file.isGone();
  }

  private boolean attempt(StagedFile file) {
    if (file.isGone()) {
      return true;
    }
    try {
      // What is written again in the meantime is published again.
      return !file.publish().dirty();
    } catch (DriverException.PreconditionFailed e) {
      if (!file.view().conflict()) {
        throw e;
      }
      LOG.atWarn()
          .addKeyValue("key", file.key())
          .addKeyValue("staged", file.path())
          .log("Somebody else changed the object; what was written here stays staged");
      return true;
    }
  }
}
