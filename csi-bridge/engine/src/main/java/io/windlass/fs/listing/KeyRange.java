package io.windlass.fs.listing;

import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Keys of a tree from one to another, listed page by page without a delimiter; arranges them by
 * directory. Guarded by the {@link FlatListing} that it is a part of.
 *
 * <p>An empty object with metadata may be the stub of a directory, which only a listing by the
 * slash knows; so nothing is said of the directory that it is in, nor of the one of its name.
 */
final class KeyRange {
  private final String root;

  /** The range begins behind this key. */
  private final String after;

  private final ListOptions options;

  /** The directories around the last key, the innermost first. */
  private final Deque<Open> open = new ArrayDeque<>();

  /** Directories that this volume changed during the request that is under way. */
  private final Set<String> changed = new HashSet<>();

  /** Prefixes below which this volume moved or removed all, during the same. */
  private final Set<String> forgotten = new HashSet<>();

  /** Directories of which there may be a stub. */
  private final Set<String> stubs = new HashSet<>();

  /** Last key of the range; without one it ends with the tree. */
  private Optional<String> end = Optional.empty();

  private Optional<String> token = Optional.empty();
  private String lastKey;

  /** Number of keys that were listed. */
  private long listed;

  private long asking;
  private boolean running;
  private boolean ended;

  /** Directory whose keys are being listed. */
  static final class Open {
    private final String prefix;
    private final long asked;
    private final List<ListedEntry> entries = new ArrayList<>();

    /** Whether its page is not wanted, or not known to be right. */
    private boolean dropped;

    private Open(String prefix, long asked) {
      this.prefix = prefix;
      this.asked = asked;
    }

    String prefix() {
      return prefix;
    }

    /**
     * Returns a time not after that at which the store was asked for it, as in {@link PathEntry}.
     */
    long asked() {
      return asked;
    }

    /** Returns what a listing of this directory alone would have given; nothing if not known. */
    Optional<Page<ListedEntry>> page() {
      return dropped ? Optional.empty() : Optional.of(new Page<>(entries, Optional.empty()));
    }

    private void drop() {
      entries.clear();
      dropped = true;
    }
  }

  /** Creates the range of all keys behind {@code after} that begin with {@code root}. */
  KeyRange(String root, String after) {
    this.root = root;
    this.after = after;
    this.lastKey = after;
    this.options = ListOptions.prefix(root).withStartAfter(after);
  }

  ListOptions options() {
    return options;
  }

  Optional<String> token() {
    return token;
  }

  /** Ends the range with this key, which it has not come to. */
  void endWith(String key) {
    end = Optional.of(key);
  }

  /** Returns the last key that was listed. */
  String lastKey() {
    return lastKey;
  }

  /** Returns the number of keys up to it. */
  long listed() {
    return listed;
  }

  boolean running() {
    return running;
  }

  boolean ended() {
    return ended;
  }

  /** Records that a request is under way since {@code now}. */
  void ask(long now) {
    running = true;
    asking = now;
  }

  /** Returns whether a key is in this range. */
  boolean contains(String key) {
    return key.compareTo(after) > 0 && end.filter(last -> key.compareTo(last) > 0).isEmpty();
  }

  /** Returns whether the page of a directory may come yet. */
  boolean isToCome(String prefix) {
    return contains(prefix) && (prefix.compareTo(lastKey) > 0 || isOpen(prefix));
  }

  boolean isOpen(String prefix) {
    return open.stream().anyMatch(each -> each.prefix.equals(prefix) && !each.dropped);
  }

  /** Returns a time not after that at which the store is asked for a directory to come. */
  long asked(String prefix, long now) {
    return open.stream()
        .filter(each -> each.prefix.equals(prefix))
        .mapToLong(each -> each.asked)
        .findFirst()
        .orElse(running ? asking : now);
  }

  /** Returns the number of entries of directories that are not complete. */
  int kept() {
    return open.stream().mapToInt(each -> each.entries.size()).sum();
  }

  /** Drops a directory that this volume changed. */
  void changed(String prefix) {
    open.stream().filter(each -> each.prefix.equals(prefix)).forEach(Open::drop);
    if (running) {
      changed.add(prefix);
    }
  }

  /** Drops all directories below a prefix. */
  void forgetBelow(String prefix) {
    open.stream().filter(each -> each.prefix.startsWith(prefix)).forEach(Open::drop);
    if (running) {
      forgotten.add(prefix);
    }
  }

  /**
   * Adds a page. Returns false if the listing cannot go on.
   *
   * @param complete receives each directory whose keys have all been seen
   */
  boolean receive(Page<ListedEntry> page, Consumer<Open> complete) {
    running = false;
    for (ListedEntry entry : page.items()) {
      if (end.filter(last -> entry.key().compareTo(last) > 0).isPresent()) {
        finish(complete);
        return true;
      }
      if (!add(entry, complete)) {
        return false;
      }
    }
    changed.clear();
    forgotten.clear();
    token = page.next();
    if (token.isEmpty()) {
      finish(complete);
    }
    return true;
  }

  private void finish(Consumer<Open> complete) {
    // The keys of a directory around the end go on in the next range.
    end.ifPresent(
        last -> open.stream().filter(each -> last.startsWith(each.prefix)).forEach(Open::drop));
    open.forEach(complete);
    open.clear();
    ended = true;
  }

  private boolean add(ListedEntry entry, Consumer<Open> complete) {
    String key = entry.key();
    if (key.compareTo(lastKey) <= 0) {
      return false;
    }
    lastKey = key;
    listed++;
    while (!open.isEmpty() && !key.startsWith(open.getFirst().prefix)) {
      complete.accept(open.removeFirst());
    }
    int begin = open.isEmpty() ? root.length() : open.getFirst().prefix.length();
    for (int slash = key.indexOf('/', begin); slash >= 0; slash = key.indexOf('/', slash + 1)) {
      String prefix = key.substring(0, slash + 1);
      if (!list(new ListedEntry.Prefix(prefix))) {
        return false;
      }
      Open inner = new Open(prefix, asking);
      inner.dropped =
          after.startsWith(prefix)
              || changed.contains(prefix)
              || forgotten.stream().anyMatch(prefix::startsWith)
              || stubs.remove(prefix);
      open.addFirst(inner);
    }
    if (mayBeStub(entry)) {
      stubs.add(key + "/");
      open.stream().limit(1).forEach(Open::drop);
    }
    return list(entry) && stubs.size() <= FlatListing.LARGE;
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
    return open.getFirst().entries.size() <= FlatListing.LARGE;
  }
}
