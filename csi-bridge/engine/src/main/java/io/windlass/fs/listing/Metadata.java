package io.windlass.fs.listing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.windlass.error.DriverException;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.key.FileNames;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.operation.Deadline;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import java.util.function.LongSupplier;

/**
 * Cache of what is at the paths of a bucket; asks the store and keeps the answers for the volume's
 * time to live. A path here is a key without a slash at its end.
 */
public final class Metadata {
  /** Longest key in bytes. */
  public static final int LONGEST_KEY = 1024;

  /** Approximate size of an entry in bytes, without its path. */
  private static final int ENTRY_BYTES = 400;

  /** Number of different properties of objects that are kept once in memory. */
  private static final int MOST_PROPERTIES = 1000;

  private final ObjectStore store;
  private final VolumeOptions options;
  private final LongSupplier clock;
  private final Function<String, ObjectInfo> look;
  private final Listings listings;
  private final LookupBatcher lookupBatcher;
  private final NegativeLookups negativeLookups;
  private final Describing describing;
  private final Cache<String, PathEntry> cache;
  private final Cache<ObjectProperties, ObjectProperties> properties =
      Caffeine.newBuilder().maximumSize(MOST_PROPERTIES).executor(Runnable::run).build();
  private final LongAdder known = new LongAdder();
  private final LongAdder asked = new LongAdder();
  private final Map<String, FutureTask<PathEntry>> asking = new ConcurrentHashMap<>();

  /**
   * Creates a cache that knows nothing yet.
   *
   * @param look looks up an object that a program has asked for
   */
  public Metadata(
      ObjectStore store,
      VolumeOptions options,
      LongSupplier clock,
      Function<String, ObjectInfo> look) {
    this.store = store;
    this.look = look;
    this.options = options;
    this.clock = clock;
    this.listings = new Listings(store, options, clock);
    this.lookupBatcher = new LookupBatcher(store, options, this);
    this.negativeLookups = new NegativeLookups(store, options, this);
    this.describing = new Describing(this);
    this.cache =
        Caffeine.newBuilder()
            .maximumWeight(options.metadataCacheBytes())
            .weigher((String path, PathEntry _) -> ENTRY_BYTES + 2 * path.length())
            .executor(Runnable::run)
            .build();
  }

  /** Returns the cached entry of a path, if it is fresh and has all that the volume shows. */
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

  ListOptions listing(String start) {
    return options.listing(start);
  }

  private boolean isEnough(PathEntry entry) {
    return !options.objectMetadata()
        || (entry.file().flatMap(ObjectStat::metadata).isPresent() == entry.file().isPresent()
            && entry.marker().isPresent() == entry.directory());
  }

  /** Returns the number of lookups that were answered from the cache. */
  public long known() {
    return known.sum();
  }

  /** Returns the number of lookups that were asked of the store. */
  public long asked() {
    return asked.sum();
  }

  /** Returns how long an entry remains valid. */
  public Duration valid(PathEntry entry) {
    return Duration.ofNanos(Math.max(0, left(entry)));
  }

  /** Returns how long a file or directory that was found at {@code asked} remains valid. */
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

  /** Returns the time now, by the clock of entries. */
  public long now() {
    return clock.getAsLong();
  }

  /** Returns what reads the metadata of listed names. */
  public Describing describing() {
    return describing;
  }

  /** Returns the cache of listings. */
  public Listings listings() {
    return listings;
  }

  /** Remembers an entry, unless a newer one is known. */
  void put(String path, PathEntry entry) {
    cache
        .asMap()
        .merge(path, entry, (known, fresh) -> fresh.asked() >= known.asked() ? fresh : known);
  }

  /** Remembers what a listing of the directory {@code prefix} says of an item. */
  public void note(String prefix, Listing.Item item) {
    boolean directory = item.directory() || item.beside();
    put(
        prefix + item.text(),
        new PathEntry(directory, Optional.empty(), item.stat(), item.asked()));
  }

  /** Remembers the stat of a file that was listed without its metadata. */
  void described(String key, Optional<ObjectStat> stat, long asked) {
    put(key, before(key).withFile(stat, asked));
  }

  /** Remembers the marker of a directory that was listed. */
  void marked(String path, ObjectStat marker, long asked) {
    put(path, before(path).withDirectory(Optional.of(marker), asked));
  }

  /** Forgets the entry of a path and the listing of its directory. */
  public void forget(String path) {
    cache.invalidate(path);
    listings.forget(path);
  }

  /** Records that this volume put an object. */
  public void wrote(String key, ObjectStat stat) {
    own(key, before(key).withFile(Optional.of(stat), now()));
  }

  /** Records that this volume deleted an object. */
  public void removed(String key) {
    own(key, before(key).withFile(Optional.empty(), now()));
  }

  /** Records that this volume made an empty directory. */
  public void madeDirectory(String path, ObjectStat marker) {
    describedDirectory(path, marker);
    listings.put(path + "/", List.of(), now());
  }

  /** Records that this volume changed the metadata of a directory. */
  public void describedDirectory(String path, ObjectStat marker) {
    own(path, before(path).withDirectory(Optional.of(marker), now()));
  }

  /** Records that this volume moved a directory to {@code path}. */
  public void movedDirectory(String path) {
    forgetBelow(path + "/");
    own(path, before(path).withDirectory(Optional.empty(), now()));
  }

  /** Records that this volume deleted a directory. */
  public void removedDirectory(String path) {
    own(path, before(path).withoutDirectory(now()));
    forgetBelow(path + "/");
  }

  /** Forgets all entries and listings below a prefix. */
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

  /**
   * Asks the store for the entry of a path; lookups of the same path at the same time share one
   * answer.
   */
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
   * Does the same for a path at which something was before. If nothing is found there, asks the
   * store again by the name alone: a listing may have been cut short without an error.
   */
  public PathEntry askOfKnown(String path) {
    PathEntry entry = ask(path);
    return entry.isNothing() ? alone(path) : entry;
  }

  /**
   * Asks the store for the object of a path, whatever is cached: what a program writes is put on
   * condition that the object is still the one that was opened, so a version that another node has
   * replaced a while ago must not be opened for writing.
   */
  public PathEntry askAnew(String path) {
    long now = now();
    asked.increment();
    PathEntry entry = before(path).withFile(file(path), now);
    put(path, entry);
    listings.check(path, entry);
    return entry;
  }

  /**
   * Does the same for a path of which an absence is cached that is too old to rely on: who fills a
   * directory pays for a listing now and then, and not for each name.
   */
  public PathEntry askAnewOfAbsent(String path) {
    return negativeLookups.anew(path).orElseGet(() -> askAnew(path));
  }

  /** Returns how long ago the store gave an entry. */
  public Duration age(PathEntry entry) {
    return Duration.ofNanos(now() - entry.asked());
  }

  /**
   * Returns whether no entry of a path is cached, so that its absence is only concluded from a
   * listing of its directory.
   */
  public boolean isAbsentByListing(String path) {
    return cache.getIfPresent(path) == null;
  }

  /**
   * Returns the entry of a path whose listing is fresh and lacks only metadata, which are read now:
   * by one request, and those of the names that follow ahead.
   */
  public Optional<PathEntry> listed(String path) {
    return Optional.ofNullable(cache.getIfPresent(path))
        .filter(entry -> !entry.isNothing() && left(entry) > 0)
        .filter(entry -> isEnough(entry) || describing.missing(path, entry))
        .flatMap(_ -> cached(path))
        .filter(entry -> !entry.isNothing());
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
    // The file and the directory take a request each; sent together they take the time of one.
    FutureTask<Optional<ObjectStat>> directory = new FutureTask<>(() -> directory(path));
    Thread.ofVirtual().name("lookup").start(Deadline.carried(directory));
    Optional<ObjectStat> file = Optional.empty();
    boolean other = false;
    try {
      file = object(path, look);
    } catch (DriverException.IsDirectory e) {
      other = true;
    }
    Optional<ObjectStat> marker = Results.of(directory, "a lookup");
    if (other && marker.isEmpty()) {
      marker = Optional.of(ObjectStat.UNMARKED);
    }
    PathEntry entry = new PathEntry(marker.isPresent(), marker, file, now);
    put(path, entry);
    listings.check(path, entry);
    if (entry.isNothing()) {
      negativeLookups.found(path);
    }
    return entry;
  }

  /**
   * Returns the marker of a directory, {@link ObjectStat#UNMARKED} if the volume does not show its
   * metadata or there is none; empty if there is no directory. The marker is the first key below
   * its prefix.
   */
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
      // The server accepts no such keys, so it has none.
      return Optional.empty();
    }
  }

  /**
   * Asks the store for the marker of a directory; returns {@link ObjectStat#UNMARKED} if there is
   * none.
   *
   * @param prefix key of the marker, with its last slash
   */
  public ObjectStat marker(String prefix) {
    return found(prefix, store::head).orElse(ObjectStat.UNMARKED);
  }

  /**
   * Asks the store for the object of this key. A key with a slash at its end, a directory's marker,
   * counts as a file only if it has content.
   */
  public Optional<ObjectStat> file(String path) {
    return file(path, store::head);
  }

  /** Does the same for a program that has asked for the file. */
  Optional<ObjectStat> wantedFile(String path) {
    return file(path, look);
  }

  private Optional<ObjectStat> file(String path, Function<String, ObjectInfo> how) {
    try {
      return object(path, how);
    } catch (DriverException.IsDirectory e) {
      return Optional.empty();
    }
  }

  private Optional<ObjectStat> object(String path, Function<String, ObjectInfo> how) {
    return path.isEmpty()
        ? Optional.empty()
        : found(path, how).filter(stat -> !path.endsWith("/") || stat.size() > 0);
  }

  /** Returns a stat whose properties are those in memory that equal its own: most objects' do. */
  private ObjectStat shared(ObjectStat stat) {
    return stat.properties()
        .map(own -> stat.withProperties(properties.get(own, same -> same)))
        .orElse(stat);
  }

  private Optional<ObjectStat> found(String key, Function<String, ObjectInfo> how) {
    try {
      return Optional.of(shared(ObjectStat.of(how.apply(key))));
    } catch (DriverException.NoSuchBucket | DriverException.IsDirectory e) {
      throw e;
    } catch (DriverException.NotFound | DriverException.InvalidKey e) {
      return Optional.empty();
    }
  }
}
