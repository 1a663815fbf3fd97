package io.windlass.fs.listing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.windlass.error.DriverException;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.key.DirectoryKey;
import io.windlass.fs.key.Keys;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.object.Revision;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Cache of directories that were listed whole, for the volume's time to live. While a program lists
 * one directory after the other, as find and ls -R do, the next ones are listed ahead: by a {@link
 * FlatListing}, or where that has given up, by the first page of each.
 */
public final class Listings {
  /** Most lines of a directory that is remembered; a larger one is listed anew each time. */
  public static final int MOST = 2000;

  /** Most lines of a remembered directory to which this volume adds. */
  private static final int MOST_GROWN = 10 * MOST;

  private static final int CHANGED = 10_000;

  /** Number of directories that are listed ahead. */
  private static final int AHEAD = 8;

  /**
   * Most lines between two directories listed one after the other that still count as a walk, which
   * need not quite follow the order of the listing.
   */
  private static final int STRIDE = 4;

  private static final int ITEM_BYTES = 220;

  /** Most trees that are listed flat. */
  private static final int TREES = 3;

  /**
   * Time for which the first page read by opening a directory may be used, in nanoseconds: a
   * second. A program that opens a directory reads it soon, and may see it as it was then.
   */
  private static final long OPENED = 1_000_000_000;

  private final ObjectStore store;
  private final VolumeOptions options;
  private final long ttl;
  private final LongSupplier clock;
  private final Cache<String, Listed> listed;
  private final Cache<String, Ahead> ahead;

  /** Trees that are walked, by the directory whose directories are listed one after the other. */
  private final Cache<String, Walked> walked;

  /** Changes by this volume to directories that are being listed. */
  private final ListingChanges listingChanges = new ListingChanges();

  /**
   * Time of the last change by this volume to each directory; a listing asked for before that is
   * out of date.
   */
  private final Cache<String, Long> changed;

  Listings(ObjectStore store, VolumeOptions options, LongSupplier clock) {
    this.store = store;
    this.options = options;
    this.ttl = options.metadataTtl().toNanos();
    this.clock = clock;
    this.listed =
        Caffeine.newBuilder()
            .maximumWeight(options.metadataCacheBytes() / 2)
            .weigher((String _, Listed value) -> ITEM_BYTES * (1 + value.items.size()))
            .executor(Runnable::run)
            .build();
    this.ahead = Caffeine.newBuilder().maximumSize(2 * AHEAD).executor(Runnable::run).build();
    this.walked = Caffeine.newBuilder().maximumSize(TREES).executor(Runnable::run).build();
    this.changed = Caffeine.newBuilder().maximumSize(CHANGED).executor(Runnable::run).build();
  }

  /**
   * Listing of a whole directory.
   *
   * @param texts the names in {@code items}
   * @param asked when the store was asked, as in {@link PathEntry}
   * @param last index in {@code items} of the directory that was listed last; -1 if none was
   */
  private record Listed(
      List<Listing.Item> items, Set<String> texts, long asked, AtomicInteger last) {}

  /** First page of a directory, and when it was asked for. */
  public record Ahead(Future<Page<ListedEntry>> page, long asked) {}

  private record Walked(FlatListing listing, long began) {}

  private boolean isFresh(long asked) {
    return clock.getAsLong() - asked < ttl;
  }

  /** Returns the items of a directory, if its listing is remembered and fresh. */
  Optional<List<Listing.Item>> items(String prefix) {
    return Optional.ofNullable(listed.getIfPresent(prefix))
        .filter(found -> isFresh(found.asked))
        .map(Listed::items);
  }

  /**
   * Returns where the items behind a name begin in the remembered items of its directory.
   *
   * @param items in the order of a listing
   */
  static int behind(List<Listing.Item> items, String text) {
    int at = place(items, text + "//");
    return at < items.size() && items.get(at).text().equals(text) ? at + 1 : at;
  }

  /** Returns whether the listing of a directory is remembered and fresh. */
  public boolean knows(DirectoryKey place) {
    return place.begun().isEmpty() && items(place.prefix()).isPresent();
  }

  /** Returns an absent entry if a fresh listing of the path's directory has no such name. */
  Optional<PathEntry> lacks(String path) {
    int cut = path.lastIndexOf('/') + 1;
    return Optional.ofNullable(listed.getIfPresent(path.substring(0, cut)))
        .filter(found -> isFresh(found.asked) && !found.texts.contains(path.substring(cut)))
        .map(found -> PathEntry.nothing(found.asked));
  }

  /**
   * Returns the number of items of a directory when it was last listed; 0 if that is not
   * remembered.
   */
  int lines(String prefix) {
    Listed known = listed.getIfPresent(prefix);
    return known == null ? 0 : known.items.size();
  }

  /** Returns whether the items of a directory are remembered, however old. */
  boolean remembers(String prefix) {
    return listed.getIfPresent(prefix) != null;
  }

  /** Begins to record the changes that this volume makes to a directory while it is listed. */
  ListingChanges.Watch watch(String prefix) {
    return listingChanges.begin(prefix);
  }

  /** Remembers the items of a whole directory, with the recorded changes applied to them. */
  void put(ListingChanges.Watch watch, List<Listing.Item> items, long asked) {
    watch.end(changes -> {
      Listed result = listed(items, asked);
      for (ListingChanges.Own change : changes) {
        result = result == null ? null : changed(result, change.text(), change.entry());
      }
      if (result != null) {
        listed.put(watch.prefix(), result);
      }
    });
  }

  private static Listed listed(List<Listing.Item> items, long asked) {
    Set<String> texts = ConcurrentHashMap.newKeySet();
    items.forEach(item -> texts.add(item.text()));
    return new Listed(List.copyOf(items), texts, asked, new AtomicInteger(-1));
  }

  /**
   * Remembers the items of a whole directory, unless this volume changed it since {@code asked}.
   */
  void put(String prefix, List<Listing.Item> items, long asked) {
    if (isNewest(prefix, asked)) {
      listed.put(prefix, listed(items, asked));
    }
  }

  /** At the same time as a change may have been before it. */
  private boolean isNewest(String prefix, long asked) {
    Long own = changed.getIfPresent(prefix);
    return own == null || asked - own > 0;
  }

  /** Records that this volume changed what is at a path. */
  void own(String path, PathEntry entry) {
    String prefix = Keys.directory(path);
    changed.put(prefix, entry.asked());
    walked.asMap().values().forEach(walk -> walk.listing.changed(prefix));
    // First in the record of listings under way, then in the listing that they leave when they end:
    // so a listing that ends meanwhile gets the change too.
    listingChanges.changed(prefix, new ListingChanges.Own(Keys.text(path), entry));
    listed.asMap().computeIfPresent(prefix, (_, known) -> changed(known, Keys.text(path), entry));
  }

  private static @Nullable Listed changed(Listed known, String text, PathEntry entry) {
    List<Listing.Item> items = new ArrayList<>(known.items);
    if (known.texts.contains(text)) {
      items.removeIf(item -> item.text().equals(text));
    }
    List<Listing.Item> fresh = Listing.Item.of(text, entry);
    if (!fresh.isEmpty()) {
      items.addAll(place(items, fresh.getFirst().position()), fresh);
      known.texts.add(text);
    } else {
      known.texts.remove(text);
    }
    return items.size() > MOST_GROWN
        ? null
        : new Listed(items, known.texts, known.asked, new AtomicInteger(known.last.get()));
  }

  static int place(List<Listing.Item> items, String position) {
    int low = 0;
    int high = items.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Keys.ORDER.compare(items.get(middle).position(), position) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  /**
   * Returns the first page of a directory, if it was asked for ahead and is fresh. Each page is
   * returned once.
   */
  Optional<Ahead> ahead(String prefix) {
    return Optional.ofNullable(ahead.asMap().remove(prefix))
        .or(() -> walked(walk -> walk.take(prefix)))
        .filter(page -> isFresh(page.asked) && isNewest(prefix, page.asked));
  }

  private Optional<Ahead> walked(Function<FlatListing, Optional<Ahead>> use) {
    return walked.asMap().values().stream()
        .map(walk -> use.apply(walk.listing))
        .flatMap(Optional::stream)
        .findFirst();
  }

  /**
   * Returns when the store was asked, if a tree that is walked tells that this directory has no
   * marker.
   */
  OptionalLong unmarked(String prefix) {
    return walked(walk -> walk.look(prefix))
        .filter(page -> isFresh(page.asked) && isNewest(prefix, page.asked))
        .filter(page -> succeeds(page) && !isMarker(prefix, page.page.resultNow()))
        .map(page -> OptionalLong.of(page.asked))
        .orElseGet(OptionalLong::empty);
  }

  private static boolean isMarker(String prefix, Page<ListedEntry> page) {
    return page.items().getFirst().key().equals(prefix);
  }

  /**
   * Returns the first page of a directory: the one asked for ahead, or else a new one. Waits for
   * it.
   *
   * @throws DriverException if the directory cannot be listed
   */
  public Ahead first(DirectoryKey place) {
    Optional<Ahead> coming = place.begun().isEmpty() ? ahead(place.prefix()) : Optional.empty();
    if (coming.filter(Listings::succeeds).isPresent()) {
      return coming.get();
    }
    long asked = clock.getAsLong();
    FutureTask<Page<ListedEntry>> page = page(place.prefix() + place.begun());
    page.run();
    Results.of(page, "a listing");
    return new Ahead(page, asked);
  }

  private static boolean succeeds(Ahead coming) {
    try {
      Results.of(coming.page, "a listing");
      return true;
    } catch (DriverException e) {
      // No program had asked for that page yet: it is asked for again.
      return false;
    }
  }

  /** Returns whether a first page that was read when the directory was opened may still be used. */
  public boolean isUsable(String prefix, Ahead page) {
    return clock.getAsLong() - page.asked < Math.max(ttl, OPENED) && isNewest(prefix, page.asked);
  }

  private FutureTask<Page<ListedEntry>> page(String prefix) {
    return new FutureTask<>(
        () -> store.list(options.listing(prefix).withDelimiter("/"), Optional.empty()));
  }

  /**
   * Notes that a directory is listed from its beginning, and starts to list the next ones if this
   * looks like a walk.
   */
  void visit(String prefix) {
    if (prefix.isEmpty()) {
      return;
    }
    int cut = prefix.lastIndexOf('/', prefix.length() - 2) + 1;
    Listed around = listed.getIfPresent(prefix.substring(0, cut));
    if (around == null || !isFresh(around.asked)) {
      return;
    }
    String text = prefix.substring(cut, prefix.length() - 1);
    int at = index(around.items, text, around.last.get() + 1);
    if (at < 0) {
      around.last.set(index(around.items, text, 0));
      return;
    }
    int last = around.last.getAndSet(at);
    if (last >= 0 && at - last <= STRIDE) {
      List<String> next =
          around.items.stream()
              .skip(at + 1L)
              .filter(Listing.Item::directory)
              .limit(AHEAD)
              .map(item -> prefix.substring(0, cut) + item.text() + "/")
              .filter(each -> items(each).isEmpty())
              .toList();
      if (!next.isEmpty() && !isListedFlat(prefix, cut)) {
        next.forEach(this::start);
      }
    }
  }

  /**
   * Lists the directories behind this one flat, unless they are already, or that was given up.
   * Where directories are things of their own, such a listing may not tell of those that are empty,
   * and need not be in the order of keys.
   *
   * @param cut where the name of the directory begins
   */
  private boolean isListedFlat(String prefix, int cut) {
    String root = prefix.substring(0, cut);
    if (walked.asMap().values().stream()
        .anyMatch(walk -> isFresh(walk.began) && walk.listing.covers(prefix))) {
      return true;
    }
    Walked before = walked.getIfPresent(root);
    if (store.renames().isPresent()
        || (before != null && isFresh(before.began) && before.listing.gaveUp())) {
      return false;
    }
    String text = prefix.substring(cut, prefix.length() - 1);
    Walked walk =
        new Walked(new FlatListing(store, clock, options.listing(root), text), clock.getAsLong());
    walked.put(root, walk);
    walk.listing.start();
    return true;
  }

  private static int index(List<Listing.Item> items, String text, int from) {
    for (int i = Math.max(0, from); i < items.size(); i++) {
      if (items.get(i).directory() && items.get(i).text().equals(text)) {
        return i;
      }
    }
    return -1;
  }

  private void start(String prefix) {
    FutureTask<Page<ListedEntry>> page = page(prefix);
    if (ahead.asMap().putIfAbsent(prefix, new Ahead(page, clock.getAsLong())) == null) {
      Thread.ofVirtual().name("list").start(page);
    }
  }

  /** Forgets the listing of the path's directory if it contradicts the entry that was found now. */
  void check(String path, PathEntry entry) {
    int cut = path.lastIndexOf('/') + 1;
    Listed around = listed.getIfPresent(path.substring(0, cut));
    if (around == null) {
      return;
    }
    String text = path.substring(cut);
    boolean directory = false;
    Optional<Revision> revision = Optional.empty();
    for (Listing.Item item : around.items) {
      if (item.text().equals(text)) {
        directory |= item.directory();
        revision = item.stat().map(ObjectStat::revision);
      }
    }
    if (directory != entry.directory()
        || !revision.equals(entry.file().map(ObjectStat::revision))) {
      listingChanges.spoil(path.substring(0, cut));
      listed.invalidate(path.substring(0, cut));
    }
  }

  /** Forgets the listing of the path's directory. */
  void forget(String path) {
    String prefix = Keys.directory(path);
    listingChanges.spoil(prefix);
    listed.invalidate(prefix);
  }

  /** Forgets the listings of all directories below a prefix. */
  void forgetBelow(String prefix) {
    long now = clock.getAsLong();
    listingChanges.spoilBelow(prefix);
    listed.asMap().keySet().stream()
        .filter(known -> known.startsWith(prefix))
        .toList()
        .forEach(known -> {
          changed.put(known, now);
          listed.invalidate(known);
        });
    changed.put(prefix, now);
    ahead.asMap().keySet().removeIf(known -> known.startsWith(prefix));
    walked.asMap().values().forEach(walk -> walk.listing.forgetBelow(prefix));
  }
}
