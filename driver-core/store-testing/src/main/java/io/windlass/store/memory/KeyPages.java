package io.windlass.store.memory;

import io.windlass.store.Page;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Listings of sorted keys, by page, grouped by a delimiter. */
public final class KeyPages {
  private KeyPages() {}

  /**
   * A line of a listing.
   *
   * @param value empty: a group of keys
   */
  public record Line<V>(String key, Optional<V> value) {}

  /** Start of a page: at a key, or after it. */
  public record Start(String key, boolean inclusive) {
    /** At the first of all keys. */
    public static final Start ALL = at("");

    /** At the key. */
    public static Start at(String key) {
      return new Start(key, true);
    }

    /** Behind the key. */
    public static Start behind(String key) {
      return new Start(key, false);
    }
  }

  /**
   * A page.
   *
   * @param next what the next page begins behind; empty at the end
   */
  public record Lines<V>(List<Line<V>> lines, Optional<String> next) {
    /** The same page of something else. */
    public <T> Page<T> map(Function<Line<V>, T> each) {
      return new Page<>(lines.stream().map(each).toList(), next);
    }
  }

  /** The page of at most {@code limit} lines that begins there. */
  public static <V> Lines<V> page(
      NavigableMap<String, V> all,
      String prefix,
      Optional<String> delimiter,
      Start start,
      int limit) {
    List<Line<V>> lines = new ArrayList<>();
    String last = "";
    String at = first(all, prefix, start);
    while (at != null && at.startsWith(prefix)) {
      if (lines.size() == limit) {
        return new Lines<>(lines, Optional.of(last));
      }
      String key = at;
      int cut = delimiter.map(by -> key.indexOf(by, prefix.length())).orElse(-1);
      if (cut < 0) {
        Optional.ofNullable(all.get(key))
            .ifPresent(value -> lines.add(new Line<>(key, Optional.of(value))));
        last = key;
      } else {
        String group = key.substring(0, cut + delimiter.get().length());
        lines.add(new Line<>(group, Optional.empty()));
        // Behind a group, nothing of it comes again.
        last = group + Character.toString(0x10FFFF);
      }
      at = all.higherKey(last);
    }
    return new Lines<>(lines, Optional.empty());
  }

  private static <V> @Nullable String first(
      NavigableMap<String, V> all, String prefix, Start start) {
    if (Keys.ORDER.compare(start.key(), prefix) < 0) {
      return all.ceilingKey(prefix);
    }
    return start.inclusive() ? all.ceilingKey(start.key()) : all.higherKey(start.key());
  }
}
