package io.windlass.fs.listing;

import io.windlass.error.DriverException;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;

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
 * <p>An empty object with metadata may be the stub of a directory, which only a listing by the
 * slash knows; so nothing is said of the directory that it is in, nor of the one of its name.
 */
final class FlatListing {
  /** Most keys that are kept. */
  private static final int MOST = 5000;

  /** Most keys directly in a directory: as many as a request tells of. */
  private static final int LARGE = 1000;

  /** Keys that are listed before any was taken. */
  private static final int FIRST = 1000;

  /** Requests for which a program waits for a directory. */
  private static final int PATIENCE = 2;

  private final ObjectStore store;
  private final LongSupplier clock;
  private final String root;
  private final ListOptions options;

  /** The directories around the last key, the innermost first. */
  private final Deque<Open> open = new ArrayDeque<>();

  private final Map<String, Listings.Ahead> complete = new HashMap<>();
  private final Map<String, Wait> waiting = new HashMap<>();

  /** Directories that this volume changed during the request that is under way. */
  private final Set<String> changed = new HashSet<>();

  /** Prefixes below which this volume moved or removed all, during the same. */
  private final Set<String> forgotten = new HashSet<>();

  /** Directories of which there may be a stub. */
  private final Set<String> stubs = new HashSet<>();

  private Optional<String> token = Optional.empty();
  private String lastKey;
  private String lastTaken;
  private long asking;
  private long scanned;
  private long taken;
  private int kept;
  private boolean running;
  private boolean ended;
  private boolean gaveUp;

  private static final class Open {
    private final String prefix;
    private final long asked;
    private final List<ListedEntry> entries = new ArrayList<>();

    /** Whether its page is not wanted, or not known to be right. */
    private boolean dropped;

    Open(String prefix, long asked) {
      this.prefix = prefix;
      this.asked = asked;
    }
  }

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
   * Creates a listing of all directories in a directory behind one of them.
   *
   * @param tree lists all in the directory
   * @param text name of the one behind which to begin
   * @param clock tells the time, as in {@link PathEntry#asked}
   */
  FlatListing(ObjectStore store, LongSupplier clock, ListOptions tree, String text) {
    this.store = store;
    this.clock = clock;
    this.root = tree.prefix();
    // The digit 0 follows the slash in the order of keys.
    this.lastKey = root + text + "0";
    this.lastTaken = lastKey;
    this.options = tree.withStartAfter(lastKey);
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

  /** Takes the page of a directory, which may be under way; each is given once. */
  synchronized Optional<Listings.Ahead> take(String prefix) {
    Listings.Ahead known = complete.remove(prefix);
    if (known != null) {
      took(prefix, size(known));
      goOn();
      return Optional.of(known);
    }
    if (!isToCome(prefix)) {
      return Optional.empty();
    }
    Wait wait = waiting.computeIfAbsent(prefix, _ -> new Wait(taken));
    wait.takes = true;
    goOn();
    return Optional.of(new Listings.Ahead(wait.page, asked(prefix)));
  }

  /** Returns the page of a directory if it is known or a request is under way that may tell it. */
  synchronized Optional<Listings.Ahead> look(String prefix) {
    Listings.Ahead known = complete.get(prefix);
    if (known != null) {
      return Optional.of(known);
    }
    if (!running || !isToCome(prefix)) {
      return Optional.empty();
    }
    Wait wait = waiting.computeIfAbsent(prefix, _ -> new Wait(taken));
    return Optional.of(new Listings.Ahead(wait.page, asked(prefix)));
  }

  /** Records that this volume changed what is directly in a directory. */
  synchronized void changed(String prefix) {
    if (prefix.startsWith(root) && !gaveUp) {
      forgetPage(prefix);
      open.stream().filter(each -> each.prefix.equals(prefix)).forEach(this::drop);
      if (running) {
        changed.add(prefix);
      }
    }
  }

  /** Forgets all directories below a prefix, of which this volume moved or removed something. */
  synchronized void forgetBelow(String prefix) {
    if ((prefix.startsWith(root) || root.startsWith(prefix)) && !gaveUp) {
      complete.keySet().stream()
          .filter(each -> each.startsWith(prefix))
          .toList()
          .forEach(this::forgetPage);
      open.stream().filter(each -> each.prefix.startsWith(prefix)).forEach(this::drop);
      if (running) {
        forgotten.add(prefix);
      }
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
    kept -= size;
    taken += size;
    if (prefix.compareTo(lastTaken) > 0) {
      lastTaken = prefix;
    }
  }

  private boolean isToCome(String prefix) {
    return !gaveUp
        && !ended
        && prefix.startsWith(root)
        && (prefix.compareTo(lastKey) > 0 || isOpen(prefix));
  }

  private boolean isOpen(String prefix) {
    return open.stream().anyMatch(each -> each.prefix.equals(prefix) && !each.dropped);
  }

  /** Returns a time not after that at which the store is asked for a directory to come. */
  private long asked(String prefix) {
    return open.stream()
        .filter(each -> each.prefix.equals(prefix))
        .mapToLong(each -> each.asked)
        .findFirst()
        .orElseGet(() -> running ? asking : clock.getAsLong());
  }

  private void goOn() {
    if (running || ended || gaveUp) {
      return;
    }
    boolean awaited = waiting.values().stream().anyMatch(wait -> wait.takes);
    if (kept < MOST && (awaited || scanned < FIRST + 2 * taken)) {
      running = true;
      asking = clock.getAsLong();
      Optional<String> from = token;
      Thread.ofVirtual().name("walk").start(() -> receive(ask(from)));
    } else if (waiting.entrySet().stream()
        .anyMatch(each -> each.getValue().takes && !isOpen(each.getKey()))) {
      // The program does not come to what is kept.
      giveUp();
    } else {
      refuseAll();
    }
  }

  private void refuseAll() {
    waiting.values().forEach(FlatListing::refuse);
    waiting.clear();
  }

  private Optional<Page<ListedEntry>> ask(Optional<String> from) {
    try {
      return Optional.of(store.list(options, from));
    } catch (DriverException e) {
      // Whoever comes to these directories asks for them again.
      return Optional.empty();
    }
  }

  private synchronized void receive(Optional<Page<ListedEntry>> page) {
    running = false;
    if (gaveUp) {
      return;
    }
    if (page.isEmpty() || !page.get().items().stream().allMatch(this::add)) {
      giveUp();
      return;
    }
    changed.clear();
    forgotten.clear();
    token = page.get().next();
    if (token.isEmpty()) {
      open.forEach(this::complete);
      open.clear();
      ended = true;
      refuseAll();
      return;
    }
    if (isAwaitedInVain()) {
      giveUp();
    } else {
      goOn();
    }
  }

  /** Adds a key; returns false if the listing cannot go on. */
  private boolean add(ListedEntry entry) {
    String key = entry.key();
    if (key.compareTo(lastKey) <= 0) {
      return false;
    }
    lastKey = key;
    scanned++;
    while (!open.isEmpty() && !key.startsWith(open.getFirst().prefix)) {
      complete(open.removeFirst());
    }
    int begin = open.isEmpty() ? root.length() : open.getFirst().prefix.length();
    for (int slash = key.indexOf('/', begin); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      String prefix = key.substring(0, slash + 1);
      if (!list(new ListedEntry.Prefix(prefix))) {
        return false;
      }
      Open inner = new Open(prefix, asking);
      inner.dropped =
          changed.contains(prefix)
              || forgotten.stream().anyMatch(prefix::startsWith)
              || stubs.remove(prefix);
      open.addFirst(inner);
    }
    if (mayBeStub(entry)) {
      stubs.add(key + "/");
      open.stream().limit(1).forEach(this::drop);
    }
    return list(entry) && stubs.size() <= LARGE;
  }

  private static boolean mayBeStub(ListedEntry entry) {
    return switch (entry) {
      case ListedEntry.Listed object ->
          object.size() == 0
              && !object.key().endsWith("/")
              && object.metadata().filter(all -> !all.isEmpty()).isPresent();
      case ListedEntry.Prefix _ -> false;
    };
  }

  private boolean list(ListedEntry entry) {
    if (open.isEmpty() || open.getFirst().dropped) {
      return true;
    }
    open.getFirst().entries.add(entry);
    kept++;
    return open.getFirst().entries.size() <= LARGE;
  }

  private void complete(Open directory) {
    Wait wait = waiting.remove(directory.prefix);
    if (directory.dropped) {
      if (wait != null) {
        refuse(wait);
      }
      return;
    }
    Page<ListedEntry> page = new Page<>(directory.entries, Optional.empty());
    if (wait != null) {
      wait.page.complete(page);
    }
    if (wait != null && wait.takes) {
      took(directory.prefix, page.items().size());
    } else {
      complete.put(
          directory.prefix,
          new Listings.Ahead(CompletableFuture.completedFuture(page), directory.asked));
    }
  }

  private void drop(Open directory) {
    kept -= directory.entries.size();
    directory.entries.clear();
    directory.dropped = true;
    Wait wait = waiting.remove(directory.prefix);
    if (wait != null) {
      refuse(wait);
    }
  }

  /**
   * Counts a request for all who wait, and refuses those for whom it is not worth while any more.
   * Returns whether one of them has waited for a directory that was not reached, while nothing else
   * was taken: then the program is elsewhere.
   */
  private boolean isAwaitedInVain() {
    boolean vain = false;
    Iterator<Map.Entry<String, Wait>> each = waiting.entrySet().iterator();
    while (each.hasNext()) {
      Map.Entry<String, Wait> entry = each.next();
      Wait wait = entry.getValue();
      boolean here = isOpen(entry.getKey());
      boolean behind = !here && lastKey.compareTo(entry.getKey()) > 0;
      if (behind || ++wait.requests >= PATIENCE || !(here || wait.takes)) {
        vain |= !here && !behind && wait.takes && wait.takenBefore == taken;
        refuse(wait);
        each.remove();
      }
    }
    return vain;
  }

  private static void refuse(Wait wait) {
    wait.page.completeExceptionally(
        new DriverException.Unavailable("the directory was not listed ahead", null));
  }

  private void giveUp() {
    gaveUp = true;
    refuseAll();
    complete.clear();
    open.clear();
    kept = 0;
  }
}
