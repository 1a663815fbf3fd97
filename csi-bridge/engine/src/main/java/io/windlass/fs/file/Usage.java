package io.windlass.fs.file;

import io.windlass.error.DriverException;
import io.windlass.fs.Bounds;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.inode.MappedFile;
import io.windlass.fs.journal.WriteException;
import io.windlass.fs.key.Keys;
import io.windlass.fs.staging.Quota;
import io.windlass.linux.Errno;
import io.windlass.operation.Deadline;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Counts the bytes and objects of a volume: those of the last listing of the bucket, the changes of
 * this node since, and what is staged. The next listing corrects the count for changes by others.
 * It also corrects a change of this node that was counted twice, because it was answered while a
 * page that includes it was listed.
 *
 * <p>The count outlives the process, in a mapped file. A bound is enforced as soon as a first count
 * is known.
 */
public final class Usage implements Quota, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Usage.class);

  /** Shortest wait after a completed listing before the bucket is listed again. */
  private static final Duration INTERVAL = Duration.ofMinutes(10);

  /** Inverse of the largest share of time that counting takes: about one part in a hundred. */
  private static final int SHARE = 100;

  /** Time after which a failed count is tried again. */
  private static final Duration RETRY = Duration.ofSeconds(30);

  /** Longest time that opening a file for writing waits for the first count. */
  private static final Duration PATIENCE = Duration.ofSeconds(5);

  /**
   * How often a page is listed while its keys keep changing; the last is taken as it is, and the
   * next count corrects it.
   */
  private static final int PAGE_ATTEMPTS = 5;

  /** Longest wait for a request that was under way when the counter was closed. */
  private static final Duration CLOSING = Duration.ofSeconds(15);

  private static final int COUNTED = 1;
  private static final long KNOWN = 0;
  private static final long BYTES = 8;
  private static final long OBJECTS = 16;

  private final ObjectStore store;
  private final String prefix;
  private final MappedFile file;
  private final CountDownLatch first = new CountDownLatch(1);

  /** An interrupt alone may be lost: a client of a store clears it when its own time limit ends. */
  private final CountDownLatch closed = new CountDownLatch(1);

  private final Thread counter = Thread.ofVirtual().name("usage").unstarted(this::count);

  private Bounds bounds;
  private Growth staged = Growth.NOTHING;
  private boolean known;

  /** Last key that the listing under way has come to; it does not see later changes up to there. */
  private Optional<String> cursor = Optional.empty();

  private boolean listing;
  private boolean listed;
  private Growth behind = Growth.NOTHING;

  /**
   * First key beyond the cursor that was changed since the page under way was asked for. That page
   * may or may not include the change.
   */
  private Optional<String> disturbed = Optional.empty();

  /**
   * Creates a counter.
   *
   * @param file holds the count, perhaps from an earlier process
   */
  public Usage(ObjectStore store, VolumeOptions options, MappedFile file) {
    this.store = store;
    this.prefix = options.prefix();
    this.file = file;
    this.bounds = options.bounds();
    this.known = file.getInt(KNOWN) == COUNTED;
    if (known) {
      first.countDown();
    }
  }

  /** Begins to count, if the volume has a bound or is to be counted anyway. */
  public synchronized void start() {
    if (bounds.counted() && counter.getState() == Thread.State.NEW) {
      counter.start();
    }
  }

  /** Sets the bounds of the volume. */
  public synchronized void bound(Bounds wanted) {
    bounds = wanted;
    start();
  }

  public synchronized Bounds bounds() {
    return bounds;
  }

  /** Returns the bytes and objects of the volume; empty until they have been counted once. */
  public synchronized Optional<Growth> total() {
    return known ? Optional.of(sum()) : Optional.empty();
  }

  private Growth sum() {
    return new Growth(
        Math.max(0, file.getLong(BYTES) + staged.bytes()),
        Math.max(0, file.getLong(OBJECTS) + staged.objects()));
  }

  /** Waits up to 5 seconds for the first count, if the volume has a bound. */
  public void await() {
    Bounds now = bounds();
    if (now.bytes() == 0 && now.objects() == 0) {
      return;
    }
    try {
      if (!first.await(Deadline.leftOf(PATIENCE).toNanos(), TimeUnit.NANOSECONDS)) {
        log.warn(
            "the size of the volume is not known yet: its capacity is not enforced until all"
                + " objects are counted");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public synchronized void need(long bytes, long objects) {
    if (!known) {
      return;
    }
    Growth now = sum();
    require(now.bytes(), bytes, bounds.bytes(), "bytes");
    require(now.objects(), objects, bounds.objects(), "objects");
  }

  private static void require(long used, long more, long most, String what) {
    if (most > 0 && more > 0 && more > most - used) {
      throw new WriteException(
          Errno.EDQUOT,
          "the volume holds %d of at most %d %s, and %d more are needed"
              .formatted(used, most, what, more));
    }
  }

  @Override
  public synchronized void staged(Growth change) {
    staged = new Growth(staged.bytes() + change.bytes(), staged.objects() + change.objects());
  }

  @Override
  public synchronized void bucketChanged(String key, Growth change) {
    if (known) {
      file.putLong(BYTES, file.getLong(BYTES) + change.bytes());
      file.putLong(OBJECTS, file.getLong(OBJECTS) + change.objects());
    }
    if (!listing) {
      return;
    }
    if (listed || isUpTo(key, cursor)) {
      behind = new Growth(behind.bytes() + change.bytes(), behind.objects() + change.objects());
    } else if (disturbed.isEmpty() || isUpTo(key, disturbed)) {
      disturbed = Optional.of(key);
    }
  }

  private static boolean isUpTo(String key, Optional<String> other) {
    return other.map(at -> Keys.ORDER.compare(key, at) <= 0).orElse(false);
  }

  private void count() {
    try {
      if (total().isPresent()) {
        // An earlier process has counted the volume.
        rest(INTERVAL);
      }
      while (true) {
        long began = System.nanoTime();
        boolean done = list();
        Duration took = Duration.ofNanos(System.nanoTime() - began);
        Duration rest = took.multipliedBy(SHARE);
        rest(!done ? RETRY : rest.compareTo(INTERVAL) > 0 ? rest : INTERVAL);
      }
    } catch (InterruptedException e) {
      log.debug("counting was interrupted", e);
    }
  }

  private void rest(Duration time) throws InterruptedException {
    if (closed.await(time.toMillis(), TimeUnit.MILLISECONDS)) {
      throw new InterruptedException("closed");
    }
  }

  /** Lists all keys of the volume in constant memory; returns whether the listing was completed. */
  private boolean list() throws InterruptedException {
    begin();
    long bytes = 0;
    long objects = 0;
    try {
      Optional<String> token = Optional.empty();
      do {
        rest(Duration.ZERO);
        Page<ListedEntry> page = page(token);
        for (ListedEntry entry : page.items()) {
          if (entry instanceof ListedEntry.Listed object && !object.key().equals(prefix)) {
            bytes += object.size();
            objects++;
          }
        }
        token = page.next();
      } while (token.isPresent());
    } catch (DriverException e) {
      log.warn(
          "the objects of the volume could not be counted, and are counted again later: {}",
          e.getMessage());
      return false;
    }
    end(new Growth(bytes, objects));
    return true;
  }

  /**
   * Returns the next page. Lists it again, a few times, if it is not certain which changes it
   * includes.
   */
  private Page<ListedEntry> page(Optional<String> token) {
    for (int left = PAGE_ATTEMPTS - 1; ; left--) {
      asking();
      Page<ListedEntry> page = store.list(ListOptions.prefix(prefix), token);
      if (reached(page, left == 0)) {
        return page;
      }
    }
  }

  private synchronized void begin() {
    listing = true;
    listed = false;
    cursor = Optional.empty();
    behind = Growth.NOTHING;
  }

  private synchronized void asking() {
    disturbed = Optional.empty();
  }

  /**
   * Accepts a page if no key in it was changed while it was listed, or if {@code anyway}; returns
   * whether it was accepted.
   */
  private synchronized boolean reached(Page<ListedEntry> page, boolean anyway) {
    boolean whole = page.next().isEmpty();
    Optional<String> last = page.items().stream().reduce((_, next) -> next).map(ListedEntry::key);
    boolean sure = disturbed.filter(key -> whole || isUpTo(key, last)).isEmpty();
    if (sure || anyway) {
      cursor = last.or(() -> cursor);
      listed = whole;
    }
    return sure || anyway;
  }

  private synchronized void end(Growth listed) {
    if (closed.getCount() == 0) {
      return; // The file may be closed, too.
    }
    file.putLong(BYTES, listed.bytes() + behind.bytes());
    file.putLong(OBJECTS, listed.objects() + behind.objects());
    file.setVolatile(KNOWN, COUNTED);
    listing = false;
    known = true;
    first.countDown();
  }

  @Override
  public void close() {
    closed.countDown();
    counter.interrupt();
    try {
      if (counter.getState() != Thread.State.NEW && !counter.join(CLOSING)) {
        log.warn("the listing that counts the volume has not ended, and is left alone");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
