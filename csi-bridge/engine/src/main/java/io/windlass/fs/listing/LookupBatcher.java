package io.windlass.fs.listing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.windlass.fs.VolumeOptions;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Answers many lookups in one directory with few requests. A small directory is listed whole; in a
 * large one, a page around the name is listed, which answers as many lookups as a thousand requests
 * would.
 */
final class LookupBatcher {
  /**
   * Lookups of unknown names in one directory that are asked for one by one before it is listed.
   */
  private static final int FEW = 1;

  /**
   * Most pages listed in one directory during a time to live, so that lookups all over a huge
   * directory do not cost more than they save.
   */
  private static final int MOST = 64;

  private static final int DIRECTORIES = 1000;

  private final ObjectStore store;
  private final VolumeOptions options;
  private final Metadata metadata;
  private final Cache<String, Misses> misses =
      Caffeine.newBuilder().maximumSize(DIRECTORIES).executor(Runnable::run).build();

  LookupBatcher(ObjectStore store, VolumeOptions options, Metadata metadata) {
    this.store = store;
    this.options = options;
    this.metadata = metadata;
  }

  private record Misses(long since, AtomicInteger count, AtomicInteger pages) {}

  /** Returns the entry of a path if it was found by listing its neighbours too. */
  Optional<PathEntry> find(String path) {
    int cut = path.lastIndexOf('/') + 1;
    String text = path.substring(cut);
    if (options.objectMetadata() || text.isEmpty() || !isOneOfMany(path.substring(0, cut))) {
      return Optional.empty();
    }
    Misses here = misses.get(path.substring(0, cut), this::none);
    int page = here.pages.getAndIncrement();
    if (page >= MOST) {
      return Optional.empty();
    }
    return page == 0 ? whole(path.substring(0, cut), text) : around(path.substring(0, cut), text);
  }

  private boolean isOneOfMany(String prefix) {
    Misses here = misses.get(prefix, this::none);
    if (metadata.now() - here.since > options.metadataTtl().toNanos()) {
      here = none(prefix);
      misses.put(prefix, here);
    }
    return here.count.incrementAndGet() > FEW;
  }

  private Misses none(String prefix) {
    return new Misses(metadata.now(), new AtomicInteger(), new AtomicInteger());
  }

  /** Lists the directory, up to as many items as would be remembered. */
  private Optional<PathEntry> whole(String prefix, String text) {
    Listing listing = Listing.of(store, metadata, prefix, "");
    long asked = metadata.now();
    for (int i = 0; i <= Listings.MOST; i++) {
      Optional<Listing.Item> item = listing.next();
      if (item.isEmpty()) {
        return metadata.cached(prefix + text);
      }
      metadata.note(prefix, item.get());
    }
    return metadata.cached(prefix + text).filter(entry -> entry.asked() >= asked);
  }

  /**
   * Lists a page from shortly before the name. Remembers the entry of every name for which the page
   * shows both file and directory, and returns that of {@code text} if it is one of them.
   */
  private Optional<PathEntry> around(String prefix, String text) {
    String before = text.substring(0, text.offsetByCodePoints(text.length(), -1));
    long asked = metadata.now();
    Page<ListedEntry> page =
        store.list(
            options.listing(prefix).withDelimiter("/").withStartAfter(prefix + before),
            Optional.empty());
    if (page.items().isEmpty() && page.next().isPresent()) {
      return Optional.empty(); // The server has shown nothing yet, so nothing is known.
    }
    Map<String, ObjectStat> files = new HashMap<>();
    Set<String> directories = new HashSet<>();
    for (ListedEntry entry : page.items()) {
      String found = entry.key().substring(prefix.length());
      switch (entry) {
        case ListedEntry.Listed file -> files.put(found, ObjectStat.of(file));
        case ListedEntry.Prefix _ -> directories.add(found.substring(0, found.length() - 1));
      }
    }
    Set<String> names = new HashSet<>(files.keySet());
    names.addAll(directories);
    names.add(text);
    Optional<String> last =
        page.next().isPresent()
            ? Optional.of(page.items().getLast().key().substring(prefix.length()))
            : Optional.empty();
    Optional<PathEntry> wanted = Optional.empty();
    for (String name : names) {
      boolean sure =
          order(name, before) > 0 && (last.isEmpty() || order(name + "/", last.get()) <= 0);
      if (sure && !name.isEmpty()) {
        PathEntry entry =
            new PathEntry(
                directories.contains(name),
                Optional.empty(),
                Optional.ofNullable(files.get(name)),
                asked);
        if (!entry.isNothing()) {
          metadata.put(prefix + name, entry);
        }
        wanted = name.equals(text) ? Optional.of(entry) : wanted;
      }
    }
    return wanted;
  }

  private static int order(String one, String other) {
    return Arrays.compareUnsigned(
        one.getBytes(StandardCharsets.UTF_8), other.getBytes(StandardCharsets.UTF_8));
  }
}
