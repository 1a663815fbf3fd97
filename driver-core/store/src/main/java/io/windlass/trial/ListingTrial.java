package io.windlass.trial;

import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.operation.Deadline;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.PutOptions;
import io.windlass.trial.ServerTrial.Subject;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Lists a few objects by pages that are smaller, as directories and records are listed.
 * "ListObjectsV2": keys come in the order of their bytes, those with a common prefix as one, and
 * each once.
 *
 * @param mark key of an object that is there, with which the keys of the others begin
 */
record ListingTrial(ObjectStore objects, String mark) {
  static final String ANOTHER =
      "do not use this server: what it has would not be found, or be found twice";

  /** Ends of the keys, in order. A server that keeps keys as paths has the second first. */
  static final List<String> ENDS = List.of("-a-1", "-a/1", "-b");

  private static final int PAGE = 2;

  /** Also looks at an object: gateways tell of some what is no answer of S3. */
  ServerTrial run() {
    ObjectInfo _ = objects.head(mark);
    for (String end : ENDS) {
      objects.put(mark + end, Content.of(new byte[0]), PutOptions.DEFAULT);
    }
    ListOptions all = ListOptions.prefix(mark).withLimit(PAGE);
    return fault(all, "", "-a-1", "-a/1", "-b")
        .or(() -> fault(all.withDelimiter("/"), "", "-a-1", "-a/", "-b"))
        .or(() -> fault(all.withStartAfter(mark + "-a-1"), "-a/1", "-b"))
        .map(text -> ServerTrial.broken(Subject.LISTINGS, text, ANOTHER))
        .orElseGet(
            () -> ServerTrial.holds(Subject.LISTINGS, "listings have each key once, in order"));
  }

  private Optional<String> fault(ListOptions options, String... ends) {
    List<String> right = Stream.of(ends).map(mark::concat).toList();
    List<String> found = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<ListedEntry> page = objects.list(options, token);
      page.items().stream().map(ListedEntry::key).forEach(found::add);
      token = page.next();
      Deadline.progress();
    } while (token.isPresent() && found.size() <= right.size());
    Function<List<String>, String> shown =
        keys -> String.join(" ", keys.stream().map(this::end).toList());
    return found.equals(right)
        ? Optional.empty()
        : Optional.of(
            "a listing by pages of %d has the keys %s instead of %s"
                .formatted(PAGE, shown.apply(found), shown.apply(right)));
  }

  /** The mark of a run has nothing to say. */
  private String end(String key) {
    return "…" + key.substring(Math.min(mark.length(), key.length()));
  }
}
