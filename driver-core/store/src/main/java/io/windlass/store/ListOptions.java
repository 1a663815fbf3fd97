package io.windlass.store;

import java.util.Optional;

/**
 * Options of a listing.
 *
 * @param prefix only keys that begin with it; may be empty
 * @param delimiter groups keys by the part up to its first occurrence after the prefix
 * @param startAfter only keys greater than this one, in the order of their UTF-8 bytes
 * @param limit most entries in a page, 1 to 1000
 * @param metadata whether entries tell their metadata, if the server can; without, it may still
 */
public record ListOptions(
    String prefix,
    Optional<String> delimiter,
    Optional<String> startAfter,
    int limit,
    boolean metadata) {

  /** Returns options that list all keys with {@code prefix}, 1000 in a page. */
  public static ListOptions prefix(String prefix) {
    return new ListOptions(prefix, Optional.empty(), Optional.empty(), 1000, false);
  }

  /** Returns these options with keys grouped by this delimiter. */
  public ListOptions withDelimiter(String by) {
    return new ListOptions(prefix, Optional.of(by), startAfter, limit, metadata);
  }

  /** Returns these options for keys greater than {@code key}. */
  public ListOptions withStartAfter(String key) {
    return new ListOptions(prefix, delimiter, Optional.of(key), limit, metadata);
  }

  /** Returns these options with at most so many entries in a page. */
  public ListOptions withLimit(int most) {
    return new ListOptions(prefix, delimiter, startAfter, most, metadata);
  }

  /**
   * Returns these options with metadata, which costs MinIO three times the processor time: it
   * checks for each object whether the caller may read it.
   */
  public ListOptions withMetadata() {
    return new ListOptions(prefix, delimiter, startAfter, limit, true);
  }
}
