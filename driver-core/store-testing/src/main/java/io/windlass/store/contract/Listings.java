package io.windlass.store.contract;

import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import java.util.List;

/** Shorter words for listings. */
public final class Listings {
  private Listings() {}

  /** All objects of the store. */
  static List<ListedEntry> objects(ObjectStore store) {
    return entries(store, ListOptions.prefix(""));
  }

  /** All entries, page by page. */
  static List<ListedEntry> entries(ObjectStore store, ListOptions options) {
    return Pages.all(token -> store.list(options, token));
  }

  /**
   * The keys of all entries, but for empty objects that are directories: some stores make these
   * with the first object in them.
   */
  static List<String> keys(ObjectStore store, ListOptions options) {
    return entries(store, options).stream()
        .filter(entry -> !(entry instanceof ListedEntry.Listed listed) || !isDirectory(listed))
        .map(ListedEntry::key)
        .toList();
  }

  private static boolean isDirectory(ListedEntry.Listed listed) {
    return listed.size() == 0 && listed.key().endsWith("/");
  }

  /** The keys of all objects of the store. */
  public static List<String> keys(ObjectStore store) {
    return keys(store, ListOptions.prefix(""));
  }
}
