package io.windlass.fs.metadata;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.attribute.ObjectStat;
import io.windlass.fs.key.FileNames;
import io.windlass.store.Deadline;
import io.windlass.store.DriverException;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.LongSupplier;

/**
 * What paths lead to, asked of the store and believed for the volume's time. A path here is a key
 * without a slash at its end.
 */
public final class Metadata {
  /** Longest key, in bytes. */
  public static final int LONGEST_KEY = 1024;

  /** About what an entry takes beside its path. */
  private static final int ENTRY_BYTES = 400;

  private final ObjectStore store;
  private final VolumeOptions options;
  private final LongSupplier clock;
  private final Listings listings;
  private final LookupBatcher lookupBatcher;
  private final NegativeLookups negativeLookups;
  private final Cache<String, PathEntry> cache;
  private final LongAdder known = new LongAdder();
  private final LongAdder asked = new LongAdder();
  private final Map<String, FutureTask<PathEntry>> asking = new ConcurrentHashMap<>();

  public Metadata(ObjectStore store, VolumeOptions options, LongSupplier clock) {
    this.store = store;
    this.options = options;
    this.clock = clock;
    this.listings = new Listings(store, options, clock);
    this.lookupBatcher = new LookupBatcher(store, options, this);
    this.negativeLookups = new NegativeLookups(store, options, this);
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(options.metadataCacheBytes())
            .weigher((String path, PathEntry _) -> ENTRY_BYTES + 2 * path.length())
            .executor(Runnable::run)
            .build();
  }

  /** What is known of a path and still believed, in all that is needed of it. */
  public Optional<PathEntry> cached(String path) {
    Optional<PathEntry> found =
        Optional.ofNullable(cache.getIfPresent(path))
            .or(() -> listings.lacks(path))
            .filter(entry -> left(entry) > 0)
            .filter(this::isEnough);
    if (found.isPresent()) {
      known.increment();
    }
    return found;
  }

  private boolean isEnough(PathEntry entry) {
    return !options.objectMetadata()
        || (entry.file().flatMap(ObjectStat::metadata).isPresent() == entry.file().isPresent()
            && entry.marker().isPresent() == entry.directory());
  }

  /** How many questions were answered from what was known. */
  public long known() {
    return known.sum();
  }

  /** How many questions the store was asked. */
  public long asked() {
    return asked.sum();
  }

  /** How long an entry may still be believed. */
  public Duration valid(PathEntry entry) {
    return Duration.ofNanos(Math.max(0, left(entry)));
  }

  /** How long something may still be believed that was found when this was asked. */
  public Duration valid(long asked) {
    return Duration.ofNanos(Math.max(0, left(options.metadataTtl(), asked)));
  }

  private long left(PathEntry entry) {
    Duration ttl = entry.isNothing() ? options.negativeTtl() : options.metadataTtl();
    return left(ttl, entry.asked());
  }

  private long left(Duration ttl, long asked) {
    return ttl.toNanos() - (clock.getAsLong() - asked);
  }

  /** The time of now, for entries. */
  public long now() {
    return clock.getAsLong();
  }

  /** Directories that were listed. */
  public Listings listings() {
    return listings;
  }

  /** Notes what was found out elsewhere, unless something newer is known. */
  void put(String path, PathEntry entry) {
    cache
        .asMap()
        .merge(path, entry, (known, fresh) -> fresh.asked() >= known.asked() ? fresh : known);
  }

  /** Notes what a listing of the directory {@code prefix} says. */
  public void note(String prefix, Listing.Item item) {
    boolean directory = item.directory() || item.beside();
    put(
        prefix + item.text(),
        new PathEntry(directory, Optional.empty(), item.stat(), item.asked()));
  }

  /** Notes what a file that was listed says of itself. */
  void described(String key, Optional<ObjectStat> stat, long asked) {
    put(key, before(key).withFile(stat, asked));
  }

  /** Notes what marks a directory that was listed. */
  void marked(String path, ObjectStat marker, long asked) {
    put(path, before(path).withDirectory(Optional.of(marker), asked));
  }

  /** Believes nothing of a path any more. */
  public void forget(String path) {
    cache.invalidate(path);
    listings.forget(path);
  }

  /** This volume put an object there. */
  public void wrote(String key, ObjectStat stat) {
    own(key, before(key).withFile(Optional.of(stat), now()));
  }

  /** This volume deleted the object there. */
  public void removed(String key) {
    own(key, before(key).withFile(Optional.empty(), now()));
  }

  /** This volume made a directory there, in which nothing is. */
  public void madeDirectory(String path, ObjectStat marker) {
    describedDirectory(path, marker);
    listings.put(path + "/", List.of(), now());
  }

  /** This volume has a directory described so. */
  public void describedDirectory(String path, ObjectStat marker) {
    own(path, before(path).withDirectory(Optional.of(marker), now()));
  }

  /** This volume moved a directory there. */
  public void movedDirectory(String path) {
    forgetBelow(path + "/");
    own(path, before(path).withDirectory(Optional.empty(), now()));
  }

  /** This volume deleted the directory there. */
  public void removedDirectory(String path) {
    own(path, before(path).withoutDirectory(now()));
    forgetBelow(path + "/");
  }

  /** Believes nothing any more of what is below a prefix. */
  public void forgetBelow(String prefix) {
    cache.asMap().keySet().removeIf(path -> path.startsWith(prefix));
    listings.forgetBelow(prefix);
  }

  private PathEntry before(String path) {
    return Optional.ofNullable(cache.getIfPresent(path)).orElseGet(() -> PathEntry.nothing(now()));
  }

  private void own(String path, PathEntry entry) {
    put(path, entry);
    listings.own(path, entry);
  }

  /** Asks the store; who asks for the same at the same time waits for the same answer. */
  public PathEntry ask(String path) {
    FutureTask<PathEntry> mine = new FutureTask<>(() -> find(path));
    FutureTask<PathEntry> task = asking.putIfAbsent(path, mine);
    if (task == null) {
      try {
        mine.run();
      } finally {
        asking.remove(path, mine);
      }
      task = mine;
    }
    return Results.of(task, "a lookup");
  }

  /**
   * The same where something was: that it is gone is asked of the store by its own name, as a
   * listing may have been cut off without a word.
   */
  public PathEntry askOfKnown(String path) {
    PathEntry entry = ask(path);
    return entry.isNothing() ? alone(path) : entry;
  }

  /** Whether that nothing is at a path is only concluded from a listing of its directory. */
  public boolean isAbsentByListing(String path) {
    return cache.getIfPresent(path) == null;
  }

  private PathEntry find(String path) {
    asked.increment();
    if (FileNames.bytes(path) > LONGEST_KEY) {
      return PathEntry.nothing(now());
    }
    return lookupBatcher
        .find(path)
        .or(() -> negativeLookups.find(path))
        .orElseGet(() -> alone(path));
  }

  private PathEntry alone(String path) {
    long now = now();
    // An object and a directory are two questions; both at once take the time of one.
    FutureTask<Optional<ObjectStat>> directory = new FutureTask<>(() -> directory(path));
    Thread.ofVirtual().name("lookup").start(Deadline.carried(directory));
    Optional<ObjectStat> file = file(path);
    Optional<ObjectStat> marker = Results.of(directory, "a lookup");
    PathEntry entry = new PathEntry(marker.isPresent(), marker, file, now);
    put(path, entry);
    listings.check(path, entry);
    if (entry.isNothing()) {
      negativeLookups.found(path);
    }
    return entry;
  }

  /** What marks a directory, if there is one. What marks it is the first that is listed of it. */
  private Optional<ObjectStat> directory(String path) {
    String prefix = path + "/";
    try {
      return store.list(ListOptions.prefix(prefix).withLimit(1), Optional.empty()).items().stream()
          .findFirst()
          .map(first ->
              options.objectMetadata() && first.key().equals(prefix)
                  ? marker(prefix)
                  : ObjectStat.UNMARKED);
    } catch (DriverException.InvalidKey e) {
      // The server takes no such keys, so it has none.
      return Optional.empty();
    }
  }

  /** What marks a directory; asked of the store. */
  public ObjectStat marker(String prefix) {
    return head(prefix).orElse(ObjectStat.UNMARKED);
  }

  /** The object of this key. The marker of a directory counts only if something is in it. */
  public Optional<ObjectStat> file(String path) {
    return path.isEmpty()
        ? Optional.empty()
        : head(path).filter(stat -> !path.endsWith("/") || stat.size() > 0);
  }

  private Optional<ObjectStat> head(String key) {
    try {
      return Optional.of(ObjectStat.of(store.head(key)));
    } catch (DriverException.NoSuchBucket e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.InvalidKey e) {
      return Optional.empty();
    }
  }
}
