package io.windlass.trial;

import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.PutOptions;
import io.windlass.trial.ServerTrial.Subject;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Lists a few objects by pages that are smaller, as large directories and many records are listed.
 * "ListObjectsV2": keys come in the order of their bytes, those with a common prefix as one, and
 * each once. A server that keeps keys as paths may have {@code a/b} before {@code a-b}; these keys
 * have the same order there.
 *
 * @param mark key of an object that is there, with which the keys of the others begin
 */
record ListingTrial(ObjectStore objects, String mark) implements SubjectTrial {
  private static final String FEW =
      "keep fewer than 1000 names in a directory: more may be listed twice, or in another order";

  /** Ends of the keys, in order. */
  static final List<String> ENDS = List.of("-a", "-b", "-c/1", "-d");

  private static final int PAGE = 2;

  /** More than any of these listings has, with empty ones between. */
  private static final int MOST_PAGES = 8;

  @Override
  public Subject subject() {
    return Subject.LISTINGS;
  }

  @Override
  public String next() {
    return "do not use this server: what it has would not be found";
  }

  /** Also looks at an object: gateways tell of some what is no answer of S3. */
  @Override
  public ServerTrial run() {
    ObjectInfo _ = objects.head(mark);
    for (String end : ENDS.reversed()) {
      objects.put(mark + end, Content.of(new byte[0]), PutOptions.DEFAULT);
    }
    ListOptions all = ListOptions.prefix(mark).withLimit(PAGE);
    List<Listed> listings =
        List.of(
            listed(all, "", "-a", "-b", "-c/1", "-d"),
            listed(all.withDelimiter("/"), "", "-a", "-b", "-c/", "-d"),
            listed(all.withStartAfter(mark + "-b"), "-c/1", "-d"));
    return first(listings.stream().filter(Listed::isWrong))
        .map(this::broken)
        .or(() ->
            first(listings.stream().filter(Listed::isUnusual))
                .map(text -> ServerTrial.remark(subject(), text, FEW)))
        .orElseGet(() -> holds("listings have each key once, in order"));
  }

  private static Optional<String> first(Stream<Listed> listings) {
    return listings.map(Listed::toString).findFirst();
  }

  private Listed listed(ListOptions options, String... ends) {
    List<String> found = new ArrayList<>();
    Optional<String> token = Optional.empty();
    int pages = 0;
    do {
      Page<ListedEntry> page = objects.list(options, token);
      page.items().stream().map(ListedEntry::key).map(this::end).forEach(found::add);
      token = page.next();
      pages++;
    } while (token.isPresent() && pages < MOST_PAGES);
    return new Listed(List.of(ends), found, token.isEmpty());
  }

  /** The mark of a run has nothing to say. */
  private String end(String key) {
    return key.startsWith(mark) ? key.substring(mark.length()) : key;
  }

  /**
   * A listing.
   *
   * @param right the ends of the keys as they should be listed
   * @param found as they were listed
   * @param ended whether the listing ended
   */
  private record Listed(List<String> right, List<String> found, boolean ended) {
    boolean isWrong() {
      return !ended || !new HashSet<>(found).equals(new HashSet<>(right));
    }

    boolean isUnusual() {
      return !found.equals(right);
    }

    /** Returns what was found, in words. */
    @Override
    public String toString() {
      return "a listing by pages of %d has the keys %s%s instead of %s"
          .formatted(PAGE, shown(found), ended ? "" : " and no end", shown(right));
    }

    private static String shown(List<String> ends) {
      return String.join(" ", ends.stream().map("…"::concat).toList());
    }
  }
}
