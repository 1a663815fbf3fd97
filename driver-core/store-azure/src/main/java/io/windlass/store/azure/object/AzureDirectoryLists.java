package io.windlass.store.azure.object;

import io.windlass.error.DriverException;
import io.windlass.object.ObjectInfo;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import io.windlass.store.azure.client.AzureKeys;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Listings of accounts with directories. The service lists a directory by its path without a slash,
 * followed by its content: {@code a}, {@code a/b}, {@code a-1}. A listing of a directory's content
 * does not contain the directory, and the service refuses to list below a file.
 *
 * <p>A listing by the slash is put into the order of keys, {@code a-1}, {@code a/}: a directory is
 * held back until no later name sorts before it. Few directories are held back, because the name of
 * each is a prefix of the next.
 */
final class AzureDirectoryLists {
  private static final String SLASH = "/";

  /** The character after the slash in the order of bytes. */
  private static final String BEHIND_SLASH = "0";

  /** The order of the service: a directory is followed by its content. */
  private static final Comparator<String> BY_DIRECTORY =
      Comparator.comparing(key -> key.replace('/', '\0'), AzureKeys.BYTE_ORDER);

  /** The same of keys. */
  static final Comparator<ListedEntry> ORDER =
      Comparator.comparing(entry -> path(entry.key()), BY_DIRECTORY);

  private final AzureDirectories directories;
  private final Pages pages;

  /** Pages of the service. */
  interface Pages {
    /**
     * Lists a page.
     *
     * @param startFrom the first path; older versions of the service begin with the first of all
     * @return directories by their keys, all else as it is
     */
    Page<ListedEntry> page(
        ListOptions options, Optional<String> startFrom, Optional<String> marker);
  }

  AzureDirectoryLists(AzureDirectories directories, Pages pages) {
    this.directories = directories;
    this.pages = pages;
  }

  /** Returns a page with more entries than the directory itself, if there are more. */
  Page<ListedEntry> page(ListOptions options, Optional<String> token) {
    List<ListedEntry> entries = new ArrayList<>();
    Optional<String> next = token;
    do {
      Page<ListedEntry> part = part(options.withLimit(options.limit() - entries.size()), next);
      entries.addAll(part.items());
      next = part.next();
    } while (next.isPresent()
        && entries.size() < options.limit()
        && entries.stream().allMatch(entry -> entry.key().equals(options.prefix())));
    return new Page<>(entries, next);
  }

  private Page<ListedEntry> part(ListOptions options, Optional<String> token) {
    Place place = token.map(Place::read).orElse(Place.BEGINNING);
    List<ListedEntry> entries = new ArrayList<>();
    Place next = place;
    if (place.isBeginning()) {
      String around = options.prefix().substring(0, options.prefix().lastIndexOf('/') + 1);
      Optional<String> after = options.startAfter().filter(key -> !key.isEmpty());
      if (!around.isEmpty() && after.isEmpty()) {
        Optional<ObjectInfo> directory = around(around);
        if (directory.isEmpty()) {
          return new Page<>(List.of(), Optional.empty());
        }
        directory
            .filter(_ -> around.equals(options.prefix()))
            .map(AzureDirectoryLists::listed)
            .ifPresent(entries::add);
      }
      next = Place.BEGUN.withHeld(after.map(key -> before(key, options)).orElse(List.of()));
    }
    if (entries.size() == options.limit()) {
      return new Page<>(entries, Optional.of(next.text()));
    }
    return options.delimiter().isPresent()
        ? grouped(options, next, entries)
        : flat(options, next, entries);
  }

  /** Returns the directory that a prefix is in. Nothing is below a file, or below nothing. */
  private Optional<ObjectInfo> around(String key) {
    try {
      return directories.find(key);
    } catch (DriverException.InvalidKey e) {
      return Optional.empty();
    }
  }

  private static ListedEntry listed(ObjectInfo info) {
    return new ListedEntry.Listed(
        info.key(),
        info.size(),
        info.revision(),
        info.lastModified(),
        Optional.of(info.metadata()),
        Optional.of(info.properties()));
  }

  /**
   * Returns the directories that sort after a key in the order of keys, but before it in the order
   * of the service: their names are prefixes of the key.
   */
  private List<String> before(String startAfter, ListOptions options) {
    if (options.delimiter().isEmpty() || !startAfter.startsWith(options.prefix())) {
      return List.of();
    }
    int from = startAfter.lastIndexOf('/', startAfter.length() - 2) + 1;
    List<String> held = new ArrayList<>();
    for (int end = Math.max(from + 1, options.prefix().length());
        end < startAfter.length();
        end++) {
      String path = startAfter.substring(0, end);
      if (startAfter.charAt(end) < '/' && around(path + SLASH).isPresent()) {
        held.add(path + SLASH);
      }
    }
    return held;
  }

  private Page<ListedEntry> flat(ListOptions options, Place place, List<ListedEntry> before) {
    ListOptions rest = options.withLimit(options.limit() - before.size());
    Page<ListedEntry> page =
        pages.page(rest, start(rest).map(AzureDirectoryLists::path), place.marker());
    List<ListedEntry> entries = new ArrayList<>(before);
    page.items().stream()
        .filter(entry ->
            rest.startAfter()
                .map(key -> BY_DIRECTORY.compare(path(entry.key()), path(key)) > 0)
                .orElse(true))
        .forEach(entries::add);
    return new Page<>(entries, page.next().map(marker -> place.withMarker(marker).text()));
  }

  /** Leaves out a start that sorts before the prefix. */
  private static Optional<String> start(ListOptions options) {
    return options.startAfter().filter(key -> !options.prefix().startsWith(key));
  }

  private static String path(String key) {
    return key.endsWith(SLASH) ? AzureDirectories.path(key) : key;
  }

  private Page<ListedEntry> grouped(ListOptions options, Place place, List<ListedEntry> before) {
    Deque<String> held = new ArrayDeque<>(place.held());
    List<ListedEntry> entries = new ArrayList<>(before);
    // At least one, so that the listing makes progress.
    int most = Math.max(1, options.limit() - before.size() - held.size());
    Page<ListedEntry> page =
        pages.page(
            options.withLimit(most),
            start(options).map(AzureDirectoryLists::behind),
            place.marker());
    for (ListedEntry entry : page.items()) {
      if (options.startAfter().map(key -> isBehind(entry, key)).orElse(true)) {
        arrange(entry, held, entries);
      }
    }
    if (page.next().isEmpty()) {
      while (!held.isEmpty()) {
        entries.add(new ListedEntry.Prefix(held.removeLast()));
      }
    }
    int shown = place.shown();
    int end = Math.min(entries.size(), shown + options.limit());
    Optional<Place> next =
        end < entries.size()
            // The rest of the same page of the service.
            ? Optional.of(place.withShown(end))
            : page.next().map(text -> Place.BEGUN.withMarker(text).withHeld(List.copyOf(held)));
    return new Page<>(List.copyOf(entries.subList(shown, end)), next.map(Place::text));
  }

  /**
   * Returns where to continue after a directory: after all names that begin with its name and a
   * slash.
   */
  private static String behind(String startAfter) {
    return startAfter.endsWith(SLASH) ? path(startAfter) + BEHIND_SLASH : startAfter;
  }

  private static boolean isBehind(ListedEntry entry, String startAfter) {
    return AzureKeys.BYTE_ORDER.compare(entry.key(), startAfter) > 0;
  }

  private static void arrange(ListedEntry entry, Deque<String> held, List<ListedEntry> entries) {
    String path = path(entry.key());
    while (!held.isEmpty() && !mayPrecede(path, path(held.getLast()))) {
      entries.add(new ListedEntry.Prefix(held.removeLast()));
    }
    switch (entry) {
      case ListedEntry.Prefix(String directory) -> held.addLast(directory);
      case ListedEntry.Listed _ -> entries.add(entry);
    }
  }

  /** Returns whether a path, and perhaps more, come before a directory in the order of keys. */
  private static boolean mayPrecede(String path, String directory) {
    return path.length() > directory.length()
        && path.startsWith(directory)
        && path.charAt(directory.length()) < '/';
  }

  /**
   * Where a listing goes on.
   *
   * @param begun whether the beginning was listed
   * @param shown number of entries that were given of what follows
   * @param held directories that were listed and not given
   * @param marker the service's; empty for its first page
   */
  private record Place(boolean begun, int shown, List<String> held, Optional<String> marker) {
    private static final Place BEGINNING = new Place(false, 0, List.of(), Optional.empty());
    private static final Place BEGUN = new Place(true, 0, List.of(), Optional.empty());
    private static final String END = "\n";

    boolean isBeginning() {
      return !begun;
    }

    Place withHeld(List<String> directories) {
      return new Place(begun, shown, directories, marker);
    }

    Place withShown(int count) {
      return new Place(begun, count, held, marker);
    }

    Place withMarker(String next) {
      return new Place(begun, shown, held, Optional.of(next));
    }

    /** Names of blobs contain no line breaks. */
    String text() {
      List<String> lines = new ArrayList<>();
      lines.add(Integer.toString(shown));
      lines.add(marker.orElse(""));
      lines.addAll(held);
      return String.join(END, lines);
    }

    static Place read(String text) {
      List<String> lines = Arrays.asList(text.split(END, -1));
      return new Place(
          true,
          Integer.parseInt(lines.getFirst()),
          List.copyOf(lines.subList(2, lines.size())),
          Optional.of(lines.get(1)).filter(marker -> !marker.isEmpty()));
    }
  }
}
