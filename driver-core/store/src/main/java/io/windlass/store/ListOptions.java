package io.windlass.store;

import java.util.Optional;

/**
 * What to list.
 *
 * @param prefix only keys that begin so; may be empty
 * @param delimiter group keys by what comes before its first occurrence after the prefix
 * @param startAfter only keys greater than this one, in the order of their UTF-8 bytes
 * @param limit most entries in a page, 1 to 1000
 */
public record ListOptions(
    String prefix, Optional<String> delimiter, Optional<String> startAfter, int limit) {

  /** Everything that begins with {@code prefix}, a thousand at a time. */
  public static ListOptions prefix(String prefix) {
    return new ListOptions(prefix, Optional.empty(), Optional.empty(), 1000);
  }

  /** Grouped as directories. */
  public ListOptions withDelimiter(String by) {
    return new ListOptions(prefix, Optional.of(by), startAfter, limit);
  }

  /** Only what comes after {@code key}. */
  public ListOptions withStartAfter(String key) {
    return new ListOptions(prefix, delimiter, Optional.of(key), limit);
  }

  /** At most so many entries in a page. */
  public ListOptions withLimit(int most) {
    return new ListOptions(prefix, delimiter, startAfter, most);
  }
}
