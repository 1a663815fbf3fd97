package io.windlass.store.azure.object;

import io.windlass.operation.Deadline;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import io.windlass.store.azure.client.AzureKeys;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Pages of a listing in the order of UTF-8 bytes, from a service that sorts by UTF-8 or by UTF-16.
 * Azure does not say which of these it does; Azurite sorts by UTF-16.
 *
 * <p>The two orders differ only for names that are equal up to a character from U+D800 on. Such
 * names follow each other in either order; here they are called a run. A page does not end within a
 * run: it ends before it, or the run is read to its end, of which the first names of the page are
 * kept. So no more than two pages are in memory, and only a run that is longer than a page costs
 * more requests.
 */
final class OrderedPages {
  private static final Comparator<ListedEntry> ORDER =
      Comparator.comparing(ListedEntry::key, AzureKeys.BYTE_ORDER);

  /**
   * First character of tokens that contain a key. The service's own tokens contain no line breaks.
   */
  private static final String AFTER = "\n";

  private final Pages pages;

  /** Pages of the service. */
  interface Pages {
    /**
     * Lists a page.
     *
     * @param startFrom the first key; older versions of the service begin with the first of all
     * @param marker where the service's page before this one ended
     */
    Page<ListedEntry> page(Optional<String> startFrom, Optional<String> marker);
  }

  OrderedPages(Pages pages) {
    this.pages = pages;
  }

  /** Returns the token of the page that begins behind a key. */
  static String after(String key) {
    return AFTER + key;
  }

  /** Returns a page that has an entry if another page follows. */
  Page<ListedEntry> page(ListOptions options, Optional<String> token) {
    String prefix = options.prefix();
    Optional<String> given =
        token.filter(text -> text.startsWith(AFTER)).map(text -> text.substring(AFTER.length()));
    Optional<String> startFrom =
        given
            .or(options::startAfter)
            .map(key -> inEitherOrder(key, prefix))
            .filter(key -> !key.isEmpty());
    Optional<String> marker = token.filter(_ -> given.isEmpty());
    List<ListedEntry> found = new ArrayList<>();
    Predicate<ListedEntry> unfinished = _ -> false;
    boolean cut = false;
    do {
      Page<ListedEntry> page = pages.page(startFrom, marker);
      Deadline.progress();
      page.items().stream()
          .filter(entry -> isBehind(entry, options.startAfter()))
          .filter(entry -> given.map(key -> isGreater(entry, key)).orElse(true))
          .forEach(found::add);
      found.sort(ORDER);
      if (found.size() > options.limit()) {
        found.subList(options.limit(), found.size()).clear();
        cut = true;
      }
      marker = page.next();
      if (marker.isEmpty()) {
        unfinished = _ -> false;
      } else if (!page.items().isEmpty()) {
        // The last entries of the page in both orders are in the same run.
        unfinished = run(Collections.max(page.items(), ORDER).key(), prefix);
      }
    } while (marker.isPresent() && found.stream().allMatch(unfinished));
    if (found.removeIf(unfinished) || cut) {
      marker = Optional.of(after(found.getLast().key()));
    }
    return new Page<>(found, marker);
  }

  /** The service begins with the key itself, older versions of it with the first of all. */
  private static boolean isBehind(ListedEntry entry, Optional<String> startAfter) {
    return startAfter
        .map(start ->
            isGreater(entry, start)
                || (entry instanceof ListedEntry.Prefix && start.startsWith(entry.key())))
        .orElse(true);
  }

  private static boolean isGreater(ListedEntry entry, String key) {
    return AzureKeys.BYTE_ORDER.compare(entry.key(), key) > 0;
  }

  /**
   * Returns a key that comes no later than another in either order. Every key that is listed begins
   * with the prefix, so that only what follows it matters.
   */
  private static String inEitherOrder(String key, String prefix) {
    return key.substring(0, agreed(key, key.startsWith(prefix) ? prefix.length() : 0));
  }

  /** Returns a test for the entries of the run that a key is in; for none, if it is in no run. */
  private static Predicate<ListedEntry> run(String key, String prefix) {
    int end = agreed(key, prefix.length());
    String same = key.substring(0, end);
    return end == key.length()
        ? _ -> false
        : entry ->
            entry.key().startsWith(same)
                && entry.key().length() > end
                && entry.key().charAt(end) >= Character.MIN_SURROGATE;
  }

  /** Returns where the first character is that the orders do not agree on; else the length. */
  private static int agreed(String key, int from) {
    int end = from;
    while (end < key.length() && key.charAt(end) < Character.MIN_SURROGATE) {
      end++;
    }
    return end;
  }
}
