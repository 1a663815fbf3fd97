package io.windlass.fs.listing;

import io.windlass.error.DriverException;
import io.windlass.fs.posix.ObjectStat;
import io.windlass.operation.Deadline;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * Reads what is in a directory of the bucket, page by page, in constant memory. While one page is
 * read, the next is already asked for.
 *
 * <p>A store lists {@code a}, {@code a-1}, {@code a/}. Only the last of these tells that {@code a}
 * is a file with a directory of the same name beside it. So a file is held back until no key that
 * follows can be in its directory: items come in the order of their names with a slash at the end.
 * Few files are held back, because the name of each is a prefix of the next.
 */
public final class Listing {
  private final ObjectStore store;
  private final Metadata metadata;
  private final String prefix;
  private final ListOptions options;

  /**
   * Files held back because a directory of their name may follow; the name of each is a prefix of
   * the next.
   */
  private final Deque<Item> held = new ArrayDeque<>();

  private final Deque<Item> ready = new ArrayDeque<>();
  private final Optional<String> skipped;
  private Iterator<ListedEntry> page = List.<ListedEntry>of().iterator();
  private Optional<String> token = Optional.empty();
  private @Nullable Future<Page<ListedEntry>> coming;

  /** Items listed so far, if the directory is to be remembered. */
  private Optional<List<Item>> kept = Optional.empty();

  /** Whether a whole directory is to be listed and the listing has not begun yet. */
  private boolean whole;

  /** First page, if it was asked for before this listing was made. */
  private Optional<Listings.Ahead> first = Optional.empty();

  /** Whether the page under way was asked for before this listing needed it. */
  private boolean unasked;

  private long began;
  private long asked;
  private long asking;
  private boolean ended;

  /**
   * Item of a listing.
   *
   * @param text segment of the key, without slash
   * @param directory whether this is a directory
   * @param beside whether this is a file that has the name of a directory
   * @param stat of a file; for a directory that of the file beside it, if there is one
   * @param asked when the store was asked, as in {@link PathEntry}
   */
  public record Item(
      String text, boolean directory, boolean beside, Optional<ObjectStat> stat, long asked) {
    /** Returns the items of the file and the directory at a path. */
    public static List<Item> of(String text, PathEntry entry) {
      List<Item> items = new ArrayList<>();
      if (entry.directory()) {
        items.add(new Item(text, true, false, entry.file(), entry.asked()));
      }
      if (entry.file().isPresent()) {
        items.add(new Item(text, false, entry.directory(), entry.file(), entry.asked()));
      }
      return items;
    }

    /**
     * Returns the position from which a listing continues after this item: the name with one slash
     * for a directory, with two for a file.
     */
    public String position() {
      return directory ? text + "/" : text + "//";
    }
  }

  private Listing(
      ObjectStore store,
      Metadata metadata,
      String prefix,
      ListOptions options,
      Optional<String> skipped) {
    this.store = store;
    this.metadata = metadata;
    this.prefix = prefix;
    this.options = options;
    this.skipped = skipped;
  }

  /**
   * Returns a listing of what lies directly below {@code prefix} and begins with {@code text}, from
   * the beginning. Does not ask the store yet.
   */
  public static Listing of(ObjectStore store, Metadata metadata, String prefix, String text) {
    return of(store, metadata, prefix, text, Optional.empty());
  }

  /** Does the same, with the first page if it has been asked for already. */
  public static Listing of(
      ObjectStore store,
      Metadata metadata,
      String prefix,
      String text,
      Optional<Listings.Ahead> first) {
    Listing listing =
        new Listing(
            store,
            metadata,
            prefix,
            metadata.listing(prefix + text).withDelimiter("/"),
            Optional.empty());
    listing.whole = text.isEmpty();
    listing.first = first;
    if (!listing.whole) {
      first.ifPresent(listing::expect);
    }
    return listing;
  }

  /** Returns a listing of a whole directory that asks the store even if a listing is remembered. */
  static Listing anew(ObjectStore store, Metadata metadata, String prefix) {
    Listing listing = of(store, metadata, prefix, "");
    listing.whole = false;
    return listing;
  }

  /**
   * Returns a listing that continues where another one stopped, perhaps in an earlier process.
   *
   * @param position {@link Item#position} of the last item that is not wanted any more
   */
  public static Listing after(
      ObjectStore store, Metadata metadata, String prefix, String text, String position) {
    boolean directory = !position.endsWith("//");
    String last = position.substring(0, position.indexOf('/'));
    Listing listing =
        new Listing(
            store,
            metadata,
            prefix,
            metadata.listing(prefix + text).withDelimiter("/").withStartAfter(prefix + last + "/"),
            Optional.of(last + "/"));
    for (int length = text.length(); length < last.length(); length++) {
      if (last.charAt(length) < '/') {
        listing.hold(last.substring(0, length));
      }
    }
    if (directory) {
      long now = metadata.now();
      metadata
          .file(prefix + last)
          .ifPresent(
              stat -> listing.ready.add(new Item(last, false, true, Optional.of(stat), now)));
    }
    return listing;
  }

  /**
   * Begins with the remembered listing of the directory, or with the first page if that is under
   * way.
   */
  private void begin() {
    whole = false;
    Listings listings = metadata.listings();
    listings.visit(prefix);
    Optional<List<Item>> known = listings.items(prefix);
    if (known.isPresent()) {
      ready.addAll(known.get());
      ended = true;
      return;
    }
    first.or(() -> listings.ahead(prefix)).ifPresent(this::expect);
    kept = Optional.of(new ArrayList<>());
  }

  /** Takes a page that was asked for earlier as the next page. */
  private void expect(Listings.Ahead page) {
    coming = page.page();
    asking = page.asked();
    unasked = true;
  }

  private void hold(String text) {
    long now = metadata.now();
    metadata
        .file(prefix + text)
        .ifPresent(stat -> held.push(new Item(text, false, false, Optional.of(stat), now)));
  }

  /** Returns whether {@link #next} answers without waiting. */
  public boolean isReady() {
    if (whole) {
      begin();
    }
    while (ready.isEmpty() && !ended) {
      if (page.hasNext()) {
        arrange(page.next());
      } else if (coming != null && coming.isDone()) {
        turn();
      } else {
        return false;
      }
    }
    return true;
  }

  /** Returns the next item; empty at the end. */
  public Optional<Item> next() {
    if (whole) {
      begin();
    }
    while (ready.isEmpty() && !ended) {
      if (page.hasNext()) {
        arrange(page.next());
      } else if (coming == null && token.isEmpty()) {
        fetch();
      } else {
        turn();
      }
    }
    Optional<Item> next = Optional.ofNullable(ready.poll());
    kept.ifPresent(items -> keep(items, next));
    return next;
  }

  /**
   * Collects the items of the directory, and remembers them at the end if there are at most {@link
   * Listings#MOST}.
   */
  private void keep(List<Item> items, Optional<Item> next) {
    if (next.isPresent() && items.size() < Listings.MOST) {
      items.add(next.get());
      return;
    }
    kept = Optional.empty();
    if (next.isEmpty()) {
      metadata.listings().put(prefix, items, began);
    }
  }

  private void arrange(ListedEntry entry) {
    String text = entry.key().substring(prefix.length());
    if (skipped.filter(text::equals).isPresent()) {
      return;
    }
    while (!held.isEmpty() && !mayBeBeside(held.peek().text(), text)) {
      ready.add(held.pop());
    }
    switch (entry) {
      case ListedEntry.Listed file -> {
        // An empty object at the prefix itself is the directory's marker, and no file.
        if (!text.isEmpty() || file.size() > 0) {
          held.push(new Item(text, false, false, Optional.of(ObjectStat.of(file)), asked));
        }
      }
      case ListedEntry.Prefix _ -> {
        String name = text.substring(0, text.length() - 1);
        Optional<ObjectStat> beside =
            !held.isEmpty() && held.peek().text().equals(name)
                ? held.pop().stat()
                : Optional.empty();
        ready.add(new Item(name, true, false, beside, asked));
        if (beside.isPresent()) {
          ready.add(new Item(name, false, true, beside, asked));
        }
      }
    }
  }

  /**
   * Returns whether the directory of a file's name is or may still follow, when the listing has
   * come to {@code text}.
   */
  private static boolean mayBeBeside(String file, String text) {
    return text.startsWith(file) && text.charAt(file.length()) <= '/';
  }

  /** Asks for a page that the caller waits for, within the deadline of its operation. */
  private void fetch() {
    FutureTask<Page<ListedEntry>> page = page();
    coming = page;
    Thread.ofVirtual().name("list").start(Deadline.carried(page));
  }

  /** Asks for the next page, for which nobody waits yet: so without a deadline. */
  private void fetchAhead() {
    FutureTask<Page<ListedEntry>> page = page();
    coming = page;
    Thread.ofVirtual().name("list").start(page);
  }

  private FutureTask<Page<ListedEntry>> page() {
    Optional<String> from = token;
    asking = metadata.now();
    return new FutureTask<>(() -> store.list(options, from));
  }

  private void turn() {
    if (coming == null) {
      fetch();
    }
    Future<Page<ListedEntry>> task = coming;
    coming = null;
    boolean mayFail = unasked;
    unasked = false;
    Page<ListedEntry> next;
    try {
      next = page(task);
      Deadline.progress();
    } catch (DriverException e) {
      if (mayFail) {
        // This listing did not ask for that page, so it asks again before it fails.
        fetch();
        return;
      }
      throw e;
    }
    page = next.items().iterator();
    asked = asking;
    began = began == 0 ? asked : began;
    token = next.next();
    if (token.isPresent()) {
      fetchAhead();
    } else {
      last();
    }
  }

  /** Ends the listing: after the last page no file is held back any more. */
  private void last() {
    while (page.hasNext()) {
      arrange(page.next());
    }
    ready.addAll(held);
    held.clear();
    ended = true;
  }

  private static Page<ListedEntry> page(@Nullable Future<Page<ListedEntry>> task) {
    if (task == null) {
      throw new IllegalStateException("no page was requested");
    }
    return Results.of(task, "a listing");
  }
}
