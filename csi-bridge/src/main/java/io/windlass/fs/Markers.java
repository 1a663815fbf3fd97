package io.windlass.fs;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
import java.util.List;
import java.util.Optional;

/**
 * The objects that stand for directories, so that one lasts in which nothing is. They are empty,
 * and their key is the directory's with a slash at its end.
 */
final class Markers {
  private static final int MOST = 10_000;

  private final ObjectStore store;
  private final String root;

  /** Directories that have one, by prefix; for as long as other things are believed. */
  private final Cache<String, Boolean> known;

  Markers(ObjectStore store, VolumeOptions options) {
    this.store = store;
    this.root = options.prefix();
    this.known =
        Caffeine.newBuilder()
            .maximumSize(MOST)
            .expireAfterWrite(options.metadataTtl())
            .executor(Runnable::run)
            .build();
  }

  /**
   * Makes a directory.
   *
   * @throws StoreException.PreconditionFailed if it has a marker
   */
  void make(String prefix) {
    store.put(
        prefix, Content.of(new byte[0]), PutOptions.DEFAULT.withCondition(Condition.ifAbsent()));
    known.put(prefix, true);
  }

  /** Makes sure that a directory stays when what is at {@code key} in it goes. */
  void keep(String prefix, String key) {
    if (prefix.equals(root) || known.getIfPresent(prefix) != null) {
      return;
    }
    List<ListedEntry> first = list(prefix);
    if (first.stream().allMatch(entry -> entry.key().equals(key))) {
      try {
        make(prefix);
      } catch (StoreException.PreconditionFailed e) {
        // Somebody else was faster.
        known.put(prefix, true);
      }
    } else if (first.getFirst().key().equals(prefix)) {
      known.put(prefix, true);
    }
  }

  /** Whether nothing is in a directory but its marker. */
  boolean isEmpty(String prefix) {
    return list(prefix).stream().allMatch(entry -> entry.key().equals(prefix));
  }

  /** Deletes a directory in which nothing is. */
  void delete(String prefix) {
    known.invalidate(prefix);
    store.delete(prefix, Condition.always());
  }

  /** Knows nothing any more of what is below a prefix. */
  void forgetBelow(String prefix) {
    known.asMap().keySet().removeIf(each -> each.startsWith(prefix));
  }

  private List<ListedEntry> list(String prefix) {
    return store
        .list(ListOptions.prefix(prefix).withDelimiter("/").withLimit(2), Optional.empty())
        .items();
  }
}
