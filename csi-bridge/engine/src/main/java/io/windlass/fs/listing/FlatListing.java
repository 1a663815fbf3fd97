package io.windlass.fs.listing;

import io.windlass.error.DriverException;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/**
 * Lists a tree without a delimiter, ahead of a program that walks it: a request then tells of as
 * many small directories as have a thousand keys together. Each directory whose keys have all been
 * seen is kept as the page that a listing of it alone would have given, until the program comes to
 * it.
 *
 * <p>It goes on only while its pages are taken: before the first one it makes one request, and
 * after that it is ahead by twice as many keys as were taken, and by {@link #MOST} at most. It
 * gives up when the program waits for something that does not come soon, at a large directory, and
 * at an answer that is not in order.
 *
 * <p>A server tells where a page ends only with the page. While the program has to wait, further
 * requests therefore begin behind directories whose names are known: as many as fill a page, if
 * they are like those before.
 */
final class FlatListing {
  /** Most keys directly in a directory: as many as a request tells of. */
  static final int LARGE = 1000;

  /** Most keys that are kept. */
  private static final int MOST = 8000;

  /** Of these, those that only the first of the requests under way may bring. */
  private static final int RESERVE = 2000;

  /** Most requests at a time. */
  private static final int PARALLEL = 4;

  /** Keys that a request tells of. */
  private static final int PAGE = 1000;

  /** Keys that are to lie between the beginnings of two requests, so that one is mostly enough. */
  private static final int FILL = 950;

  /** Keys that are listed before any was taken. */
  private static final int FIRST = 1000;

  /** Requests for which a program waits for a directory. */
  private static final int PATIENCE = 2;

  private final ObjectStore store;
  private final LongSupplier clock;
  private final String root;

  /** What is not listed yet, in the order of keys; the last one goes to the end of the tree. */
  private final Deque<KeyRange> ranges = new ArrayDeque<>();

  private final Map<String, Listings.Ahead> complete = new HashMap<>();
  private final Map<String, Wait> waiting = new HashMap<>();
  private Optional<Children> borders = Optional.empty();
  private String lastTaken;
  private long scanned;
  private long taken;

  /** Number of entries in {@link #complete}. */
  private int kept;

  /** Most requests at a time, for now: one more each time that the program has to wait. */
  private int width = 1;

  /** Mean number of keys in a directory between two borders; 0 if not known. */
  private double density;

  private boolean gaveUp;

  /** Somebody waits for the page of a directory, and whether it is taken when it comes. */
  private static final class Wait {
    private final CompletableFuture<Page<ListedEntry>> page = new CompletableFuture<>();
    private final long takenBefore;
    private boolean takes;
    private int requests;

    Wait(long takenBefore) {
      this.takenBefore = takenBefore;
    }
  }

  /**
   * Creates a listing of all directories in {@code root} behind one of them.
   *
   * @param text name of the directory in {@code root} behind which to begin
   * @param clock tells the time, as in {@link PathEntry#asked}
   */
  FlatListing(ObjectStore store, LongSupplier clock, String root, String text) {
    this.store = store;
    this.clock = clock;
    this.root = root;
    KeyRange all = new KeyRange(root, Children.behind(root, text));
    this.ranges.add(all);
    this.lastTaken = all.lastKey();
  }

  /** Begins to list. */
  synchronized void start() {
    goOn();
  }

  /** Returns whether this gave up. */
  synchronized boolean gaveUp() {
    return gaveUp;
  }

  /** Returns whether a program that lists this directory still follows this listing. */
  synchronized boolean covers(String prefix) {
    return !gaveUp && prefix.startsWith(root) && prefix.compareTo(lastTaken) >= 0;
  }

  /**
   * Notes the directories among which the program is, if those known before do not help to divide
   * what is to come.
   */
  synchronized void follow(Children children) {
    if (gaveUp || ranges.isEmpty() || !children.prefix().startsWith(root)) {
      return;
    }
    String last = ranges.getLast().lastKey();
    if ((density > FILL || borders.flatMap(known -> known.border(last, 1)).isEmpty())
        && borders.filter(known -> known.prefix().equals(children.prefix())).isEmpty()
        && children.border(last, 1).isPresent()) {
      borders = Optional.of(children);
      density = 0;
    }
  }

  /** Takes the page of a directory, which may be under way; each is given once. */
  synchronized Optional<Listings.Ahead> take(String prefix) {
    Listings.Ahead known = complete.remove(prefix);
    if (known != null) {
      kept -= size(known);
      took(prefix, size(known));
      goOn();
      return Optional.of(known);
    }
    Optional<KeyRange> range = toCome(prefix);
    if (range.isEmpty()) {
      return Optional.empty();
    }
    Wait wait = waiting.computeIfAbsent(prefix, _ -> new Wait(taken));
    wait.takes = true;
    width = Math.min(PARALLEL, width + 1);
    goOn();
    return Optional.of(new Listings.Ahead(wait.page, range.get().asked(prefix, clock.getAsLong())));
  }

  /** Returns the page of a directory if it is known or a request is under way that may tell it. */
  synchronized Optional<Listings.Ahead> look(String prefix) {
    Listings.Ahead known = complete.get(prefix);
    if (known != null) {
      return Optional.of(known);
    }
    return toCome(prefix)
        .filter(KeyRange::running)
        .map(range -> {
          Wait wait = waiting.computeIfAbsent(prefix, _ -> new Wait(taken));
          return new Listings.Ahead(wait.page, range.asked(prefix, clock.getAsLong()));
        });
  }

  /** Records that this volume changed what is directly in a directory. */
  synchronized void changed(String prefix) {
    if (prefix.startsWith(root) && !gaveUp) {
      forgetPage(prefix);
      ranges.forEach(range -> range.changed(prefix));
      refuse(prefix::equals);
    }
  }

  /** Forgets all directories below a prefix, of which this volume moved or removed something. */
  synchronized void forgetBelow(String prefix) {
    if ((prefix.startsWith(root) || root.startsWith(prefix)) && !gaveUp) {
      complete.keySet().stream()
          .filter(each -> each.startsWith(prefix))
          .toList()
          .forEach(this::forgetPage);
      ranges.forEach(range -> range.forgetBelow(prefix));
      refuse(each -> each.startsWith(prefix));
    }
  }

  private void forgetPage(String prefix) {
    Listings.Ahead page = complete.remove(prefix);
    kept -= page == null ? 0 : size(page);
  }

  private static int size(Listings.Ahead page) {
    return page.page().resultNow().items().size();
  }

  private void took(String prefix, int size) {
    taken += size;
    if (prefix.compareTo(lastTaken) > 0) {
      lastTaken = prefix;
    }
  }

  private Optional<KeyRange> toCome(String prefix) {
    return prefix.startsWith(root)
        ? ranges.stream().filter(range -> range.isToCome(prefix)).findFirst()
        : Optional.empty();
  }

  private int running() {
    return (int) ranges.stream().filter(KeyRange::running).count();
  }

  private boolean isAwaited(KeyRange range) {
    return waiting.entrySet().stream()
        .anyMatch(each -> each.getValue().takes && range.isToCome(each.getKey()));
  }

  /** Returns whether there may be a request for which nobody waits. */
  private boolean mayBeAhead() {
    int running = running();
    return scanned + (long) PAGE * running < FIRST + 2 * taken
        && (running == 0
            || (running < width && allKept() + PAGE * (running + 1) <= MOST - RESERVE));
  }

  private int allKept() {
    return kept + ranges.stream().mapToInt(KeyRange::kept).sum();
  }

  private void goOn() {
    for (KeyRange range : ranges) {
      if (!range.running() && allKept() < MOST && (isAwaited(range) || mayBeAhead())) {
        ask(range);
      }
    }
    for (KeyRange range : ranges) {
      if (!range.running()) {
        if (waiting.entrySet().stream()
            .anyMatch(each ->
                each.getValue().takes
                    && range.isToCome(each.getKey())
                    && !range.isOpen(each.getKey()))) {
          // The program does not come to what is kept.
          giveUp();
          return;
        }
        refuse(range::isToCome);
      }
    }
    while (!ranges.isEmpty() && ranges.getLast().running() && mayBeAhead()) {
      Optional<String> border = border(ranges.getLast());
      if (border.isEmpty()) {
        return;
      }
      ranges.getLast().endWith(border.get());
      ranges.addLast(new KeyRange(root, border.get()));
      ask(ranges.getLast());
    }
  }

  /** Returns where the page that is under way will end, more or less. */
  private Optional<String> border(KeyRange range) {
    return density == 0 || density > 2 * PAGE
        ? Optional.empty()
        : borders.flatMap(all -> all.border(range.lastKey(), (int) (FILL / density)));
  }

  private void ask(KeyRange range) {
    range.ask(clock.getAsLong());
    ListOptions options = range.options();
    Optional<String> from = range.token();
    Thread.ofVirtual().name("walk").start(() -> receive(range, list(options, from)));
  }

  private Optional<Page<ListedEntry>> list(ListOptions options, Optional<String> from) {
    try {
      return Optional.of(store.list(options, from));
    } catch (DriverException e) {
      // Whoever comes to these directories asks for them again.
      return Optional.empty();
    }
  }

  private synchronized void receive(KeyRange range, Optional<Page<ListedEntry>> page) {
    if (gaveUp) {
      return;
    }
    String before = range.lastKey();
    final long listed = range.listed();
    if (page.isEmpty() || !range.receive(page.get(), this::complete)) {
      giveUp();
      return;
    }
    scanned += range.listed() - listed;
    borders.ifPresent(all -> {
      int directories = all.between(before, range.lastKey());
      double now = (double) (range.listed() - listed) / Math.max(1, directories);
      density = density == 0 ? now : (density + now) / 2;
    });
    boolean vain = !range.ended() && isAwaitedInVain(range);
    if (range.ended()) {
      refuse(range::contains);
      ranges.remove(range);
    }
    if (vain) {
      giveUp();
    } else {
      goOn();
    }
  }

  private void complete(KeyRange.Open directory) {
    Optional<Wait> wait = Optional.ofNullable(waiting.remove(directory.prefix()));
    Optional<Page<ListedEntry>> page = directory.page();
    if (page.isEmpty()) {
      wait.ifPresent(FlatListing::refuse);
      return;
    }
    wait.ifPresent(one -> one.page.complete(page.get()));
    int size = page.get().items().size();
    if (wait.filter(one -> one.takes).isPresent()) {
      took(directory.prefix(), size);
    } else {
      kept += size;
      complete.put(
          directory.prefix(),
          new Listings.Ahead(CompletableFuture.completedFuture(page.get()), directory.asked()));
    }
  }

  /**
   * Counts a request for all who wait for something in a range, and refuses those for whom it is
   * not worth while any more. Returns whether one of them has waited for a directory that was not
   * reached, while nothing else was taken: then the program is elsewhere.
   */
  private boolean isAwaitedInVain(KeyRange range) {
    boolean vain = false;
    Iterator<Map.Entry<String, Wait>> each = waiting.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<String, Wait> entry = each.next();
      Wait wait = entry.getValue();
      if (!range.contains(entry.getKey())) {
        continue;
      }
      boolean here = range.isOpen(entry.getKey());
      boolean behind = !range.isToCome(entry.getKey());
      if (behind || ++wait.requests >= PATIENCE || !(here || wait.takes)) {
        vain |= !here && !behind && wait.takes && wait.takenBefore == taken;
        refuse(wait);
        each.remove();
      }
    }
    return vain;
  }

  private void refuse(Predicate<String> prefixes) {
    waiting
        .entrySet()
        .removeIf(each -> {
          boolean refused = prefixes.test(each.getKey());
          if (refused) {
            refuse(each.getValue());
          }
          return refused;
        });
  }

  private static void refuse(Wait wait) {
    wait.page.completeExceptionally(
        new DriverException.Unavailable("the directory was not listed ahead", null));
  }

  private void giveUp() {
    gaveUp = true;
    refuse(_ -> true);
    complete.clear();
    ranges.clear();
    kept = 0;
  }
}
