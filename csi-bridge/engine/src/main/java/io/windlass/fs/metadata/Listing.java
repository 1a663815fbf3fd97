package io.windlass.fs.metadata;

import io.windlass.fs.attribute.ObjectStat;
import io.windlass.store.Deadline;
import io.windlass.store.DriverException;
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
import java.util.concurrent.FutureTask;
import org.jspecify.annotations.Nullable;

/**
 * What is in a directory of the bucket, page by page, in constant memory. While one page is gone
 * through, the next is on its way.
 *
 * <p>A store lists {@code a}, {@code a-1}, {@code a/}; whether {@code a} is a file with a directory
 * of its name beside it is known only at the last of these. So a file is held back until what
 * follows cannot be its directory any more: everything comes in the order of its name and a slash.
 * Each one held back is the beginning of the next, so that there are few.
 */
public final class Listing {
  private final ObjectStore store;
  private final Metadata metadata;
  private final String prefix;
  private final ListOptions options;

  /** Files that may yet turn out to be beside a directory, each the beginning of the next. */
  private final Deque<Item> held = new ArrayDeque<>();

  private final Deque<Item> ready = new ArrayDeque<>();
  private final Optional<String> skipped;
  private Iterator<ListedEntry> page = List.<ListedEntry>of().iterator();
  private Optional<String> token = Optional.empty();
  private @Nullable FutureTask<Page<ListedEntry>> coming;

  /** What was listed so far of a directory that is to be remembered. */
  private Optional<List<Item>> kept = Optional.empty();

  /** Whether this is to be all of a directory, and has not begun. */
  private boolean whole;

  /** The first page, if there was one before this began. */
  private Optional<Listings.Ahead> first = Optional.empty();

  /** Whether the page that is coming was asked for before it was wanted. */
  private boolean unasked;

  private long began;
  private long asked;
  private long asking;
  private boolean ended;

  /**
   * One line.
   *
   * @param text the segment
   * @param beside whether it is a file that has the name of a directory
   * @param stat of a file, or of the file beside a directory
   * @param asked when the store was asked, as in {@link PathEntry}
   */
  public record Item(
      String text, boolean directory, boolean beside, Optional<ObjectStat> stat, long asked) {
    /** The lines of what a path leads to. */
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

    /** From where listing goes on behind it: a slash behind a directory, two behind a file. */
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
   * What lies directly below {@code prefix} and begins with {@code text}, from the beginning.
   * Nothing is asked yet.
   */
  public static Listing of(ObjectStore store, Metadata metadata, String prefix, String text) {
    return of(store, metadata, prefix, text, Optional.empty());
  }

  /** The same, with the first page if there is one already. */
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
            ListOptions.prefix(prefix + text).withDelimiter("/"),
            Optional.empty());
    listing.whole = text.isEmpty();
    listing.first = first;
    if (!listing.whole) {
      first.ifPresent(listing::expect);
    }
    return listing;
  }

  /** All of a directory, whatever is known of it. */
  static Listing anew(ObjectStore store, Metadata metadata, String prefix) {
    Listing listing = of(store, metadata, prefix, "");
    listing.whole = false;
    return listing;
  }

  /**
   * The same from where another listing, perhaps of an earlier process, came to.
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
            ListOptions.prefix(prefix + text)
                .withDelimiter("/")
                .withStartAfter(prefix + last + "/"),
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

  /** From what is known of the directory, or is on its way. */
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

  /** A page that was asked for before it was wanted comes first. */
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

  /** Whether {@link #next} answers without waiting. */
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

  /** The next item; empty at the end. */
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

  /** A directory that is not too large is remembered when all of it has been listed. */
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
        // The directory's own marker, unless something is in it.
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

  /** Whether, at {@code text}, the directory of this file may still come or is just there. */
  private static boolean mayBeBeside(String file, String text) {
    return text.startsWith(file) && text.charAt(file.length()) <= '/';
  }

  /** Asks for a page that is waited for, within the time of whoever waits. */
  private void fetch() {
    FutureTask<Page<ListedEntry>> page = page();
    coming = page;
    Thread.ofVirtual().name("list").start(Deadline.carried(page));
  }

  /** Asks for a page that nobody waits for yet. */
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
    FutureTask<Page<ListedEntry>> task = coming;
    coming = null;
    boolean mayFail = unasked;
    unasked = false;
    Page<ListedEntry> next;
    try {
      next = page(task);
      Deadline.progress();
    } catch (DriverException e) {
      if (mayFail) {
        // It was asked for before anybody wanted it.
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

  /** Behind the last page nothing is held back any more. */
  private void last() {
    while (page.hasNext()) {
      arrange(page.next());
    }
    ready.addAll(held);
    held.clear();
    ended = true;
  }

  private static Page<ListedEntry> page(@Nullable FutureTask<Page<ListedEntry>> task) {
    if (task == null) {
      throw new IllegalStateException("nothing was asked for");
    }
    return Results.of(task, "a listing");
  }
}
