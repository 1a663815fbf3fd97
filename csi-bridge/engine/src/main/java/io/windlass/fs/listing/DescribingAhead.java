package io.windlass.fs.listing;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.windlass.fs.inode.Kind;
import io.windlass.fs.key.Keys;
import java.util.List;
import java.util.concurrent.ConcurrentMap;

/**
 * Reads the metadata of listed names ahead of a program that looks up one after the other, as ls -l
 * and rsync do.
 *
 * <p>A lookup that had to wait pays for one request ahead, and one that found what was read ahead
 * pays for two. So the requests of a walk in the order of the listing double until there are enough
 * under way, and a program that looks up names in another order makes at most twice as many
 * requests as it has lookups.
 */
final class DescribingAhead {
  /** Most names that were read ahead and that nobody has looked up yet. */
  private static final int MOST = 128;

  /** Most names whose reading ahead is remembered. */
  private static final int REMEMBERED = 4096;

  private static final int DIRECTORIES = 64;

  private final Metadata metadata;
  private final Describing describing;

  /** Names that were read ahead and not looked up yet. */
  private final ConcurrentMap<String, Boolean> unused;

  /** For each directory, the position up to which names were read ahead. */
  private final Cache<String, String> frontiers =
      Caffeine.newBuilder().maximumSize(DIRECTORIES).executor(Runnable::run).build();

  /** Requests that lookups have paid for and that were not made yet. */
  private int credit;

  DescribingAhead(Metadata metadata, Describing describing) {
    this.metadata = metadata;
    this.describing = describing;
    Cache<String, Boolean> remembered =
        Caffeine.newBuilder().maximumSize(REMEMBERED).executor(Runnable::run).build();
    this.unused = remembered.asMap();
  }

  /** Records that a lookup of a listed name has to wait for its metadata. */
  void missed(String path) {
    pay(path, unused.remove(path) == null ? 1 : 2);
  }

  /** Records that a lookup was answered from the cache. */
  void used(String path) {
    if (!unused.isEmpty() && unused.remove(path) != null) {
      pay(path, 2);
    }
  }

  private synchronized void pay(String path, int more) {
    credit = Math.min(MOST, credit + more);
    String prefix = Keys.directory(path);
    List<Listing.Item> items = metadata.listings().items(prefix).orElse(List.of());
    int here = Listings.behind(items, Keys.text(path));
    int last = Math.min(items.size(), here + MOST);
    int at = Math.max(here, frontier(prefix, items, last));
    for (; at < last && credit > 0; at++) {
      credit -= start(prefix, items.get(at));
    }
    if (at > here) {
      frontiers.put(prefix, items.get(at - 1).position());
    }
  }

  /** Returns the index behind what was read ahead; 0 if the program is elsewhere. */
  private int frontier(String prefix, List<Listing.Item> items, int last) {
    String position = frontiers.getIfPresent(prefix);
    int at = position == null ? 0 : Listings.place(items, position + "\0");
    return at <= last ? at : 0;
  }

  private int start(String prefix, Listing.Item item) {
    Describing.Asked what =
        new Describing.Asked(item.directory() ? Kind.DIRECTORY : Kind.FILE, prefix + item.text());
    if (describing.known(what).isPresent()) {
      return 0;
    }
    unused.put(what.path(), true);
    describing.ahead(what);
    return 1;
  }
}
