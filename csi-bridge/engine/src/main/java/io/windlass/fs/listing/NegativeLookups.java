package io.windlass.fs.listing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.key.Keys;
import io.windlass.store.ObjectStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers lookups of names that do not exist. A program that fills a directory first looks up each
 * name. After some lookups that found nothing, the directory is listed, and the listing answers all
 * others while it is fresh; what this volume makes meanwhile is added to it.
 */
final class NegativeLookups {
  /** Absent names of one directory that are asked for one by one before it is listed. */
  private static final int FEW = 8;

  /** Approximate number of items that one request lists. */
  private static final int PAGE = 1000;

  /** Requests that a lookup takes; each costs about as much as a page. */
  private static final int REQUESTS = 2;

  private static final int DIRECTORIES = 1000;

  private final ObjectStore store;
  private final VolumeOptions options;
  private final Metadata metadata;
  private final Cache<String, Window> windows =
      Caffeine.newBuilder().maximumSize(DIRECTORIES).executor(Runnable::run).build();

  NegativeLookups(ObjectStore store, VolumeOptions options, Metadata metadata) {
    this.store = store;
    this.options = options;
    this.metadata = metadata;
  }

  /**
   * Lookups in one directory during one time to live.
   *
   * @param until when the window ends, by {@link Metadata#now}
   * @param absent number of lookups that found nothing
   * @param listed whether the directory was listed, or is too large for that
   */
  private record Window(long until, AtomicInteger absent, AtomicBoolean listed) {
    boolean isOver(long now) {
      return now - until >= 0;
    }
  }

  private Window window(long until, boolean listed) {
    return new Window(until, new AtomicInteger(), new AtomicBoolean(listed));
  }

  /** Records that nothing was at a path that was asked for alone. */
  void found(String path) {
    long now = metadata.now();
    windows
        .asMap()
        .compute(
            Keys.directory(path),
            (_, known) ->
                known == null || known.isOver(now)
                    ? window(now + options.negativeTtl().toNanos(), false)
                    : known)
        .absent
        .incrementAndGet();
  }

  /**
   * Lists the directory of a path if enough lookups in it found nothing; returns an absent entry if
   * the listing does not have the path.
   */
  Optional<PathEntry> find(String path) {
    String prefix = Keys.directory(path);
    Window window = windows.getIfPresent(prefix);
    if (window == null || window.isOver(metadata.now())) {
      return Optional.empty();
    }
    int lines = metadata.listings().lines(prefix);
    if (window.absent.get() < FEW + lines / PAGE / REQUESTS || window.listed.getAndSet(true)) {
      return Optional.empty();
    }
    // A remembered directory that grew by what this volume made may be larger than others that are
    // listed.
    list(prefix, Math.max(Listings.MOST, 2 * lines));
    return metadata.listings().lacks(path);
  }

  /**
   * Lists the directory of a path once more if its listing is remembered and takes one request;
   * returns an absent entry if the listing does not have the path.
   */
  Optional<PathEntry> anew(String path) {
    String prefix = Keys.directory(path);
    if (!metadata.listings().remembers(prefix) || metadata.listings().lines(prefix) > PAGE) {
      return Optional.empty();
    }
    list(prefix, PAGE);
    return metadata.listings().lacks(path);
  }

  private void list(String prefix, int most) {
    long asked = metadata.now();
    try (ListingChanges.Watch watch = metadata.listings().watch(prefix)) {
      Listing listing = Listing.anew(store, metadata, prefix);
      List<Listing.Item> items = new ArrayList<>();
      for (Optional<Listing.Item> item = listing.next(); item.isPresent(); item = listing.next()) {
        if (items.size() == most) {
          windows.put(prefix, window(asked + options.metadataTtl().toNanos(), true));
          return;
        }
        items.add(item.get());
      }
      metadata.listings().put(watch, items, asked);
    }
  }
}
