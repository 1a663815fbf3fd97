package io.windlass.store.azure.object;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.Page;
import io.windlass.store.azure.client.AzureKeys;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Listings are in the order of UTF-8, whichever order the service has. */
class OrderedPagesTest {
  private static final int SEEDS = Integer.getInteger("windlass.seeds", 2000);
  private static final List<String> CHARACTERS =
      List.of("a", "b", "-", "/", "\ud7a3", "\uff61", "\ue000", "\ud83d\ude00", "\ud800\udc00");

  enum Service {
    BY_UTF_8,
    BY_UTF_16;

    Comparator<String> order() {
      return switch (this) {
        case BY_UTF_8 -> AzureKeys.BYTE_ORDER;
        case BY_UTF_16 -> Comparator.naturalOrder();
      };
    }

    /** Lists as Azurite does: groups come behind the objects of a page. */
    Page<ListedEntry> page(
        SortedSet<String> keys,
        ListOptions options,
        Optional<String> startFrom,
        Optional<String> marker) {
      List<String> lines =
          keys.stream()
              .filter(key -> key.startsWith(options.prefix()))
              .filter(key -> startFrom.map(from -> order().compare(key, from) >= 0).orElse(true))
              .map(key -> line(key, options))
              .distinct()
              .filter(line -> marker.map(last -> order().compare(line, last) > 0).orElse(true))
              .toList();
      int end = Math.min(options.limit(), lines.size());
      List<String> shown = lines.subList(0, end);
      return new Page<>(
          Stream.concat(
                  shown.stream().filter(line -> !isGroup(line, options)).map(Service::object),
                  shown.stream()
                      .filter(line -> isGroup(line, options))
                      .map(ListedEntry.Prefix::new))
              .toList(),
          end < lines.size() ? Optional.of(shown.getLast()) : Optional.empty());
    }

    private static String line(String key, ListOptions options) {
      int slash = options.delimiter().isEmpty() ? -1 : key.indexOf('/', options.prefix().length());
      return slash < 0 ? key : key.substring(0, slash + 1);
    }

    private static boolean isGroup(String line, ListOptions options) {
      return options.delimiter().isPresent() && line.endsWith("/");
    }

    private static ListedEntry object(String key) {
      return new ListedEntry.Listed(
          key,
          1,
          AzureAnswers.revision("\"1\""),
          Instant.EPOCH,
          Optional.empty(),
          Optional.empty());
    }
  }

  @ParameterizedTest
  @EnumSource
  void pagesAreInTheOrderOfUtf8(Service service) {
    for (int seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      SortedSet<String> keys = new TreeSet<>(service.order());
      for (int i = random.nextInt(30); i >= 0; i--) {
        keys.add(text(random, 5));
      }
      ListOptions options =
          ListOptions.prefix(random.nextBoolean() ? "" : text(random, 2))
              .withLimit(1 + random.nextInt(6));
      options = random.nextBoolean() ? options : options.withDelimiter("/");
      options = random.nextBoolean() ? options : options.withStartAfter(text(random, 4));
      assertThat(withoutItsGroup(listed(service, keys, options), options))
          .as("seed %d: %s of %s", seed, options, keys)
          .isEqualTo(withoutItsGroup(expected(keys, options), options));
    }
  }

  /** A group that the key to start after is in may be listed or not. */
  private static List<String> withoutItsGroup(List<String> lines, ListOptions options) {
    return lines.stream()
        .filter(line ->
            options.delimiter().isEmpty()
                || !line.endsWith("/")
                || !options.startAfter().orElse("").startsWith(line))
        .toList();
  }

  private static String text(Random random, int most) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(most); i >= 0; i--) {
      text.append(CHARACTERS.get(random.nextInt(CHARACTERS.size())));
    }
    return text.toString();
  }

  private static List<String> listed(Service service, SortedSet<String> keys, ListOptions options) {
    OrderedPages pages =
        new OrderedPages((startFrom, marker) -> service.page(keys, options, startFrom, marker));
    List<String> listed = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<ListedEntry> page = pages.page(options, token);
      assertThat(page.items()).hasSizeLessThanOrEqualTo(options.limit());
      assertThat(page.items().isEmpty() && page.next().isPresent()).isFalse();
      page.items().forEach(entry -> listed.add(entry.key()));
      token = page.next();
    } while (token.isPresent());
    return listed;
  }

  /** What is greater than the key to start after, in groups: as S3 lists. */
  private static List<String> expected(SortedSet<String> keys, ListOptions options) {
    return keys.stream()
        .filter(key -> key.startsWith(options.prefix()))
        .filter(key ->
            options
                .startAfter()
                .map(start -> AzureKeys.BYTE_ORDER.compare(key, start) > 0)
                .orElse(true))
        .map(key -> Service.line(key, options))
        .distinct()
        .sorted(AzureKeys.BYTE_ORDER)
        .toList();
  }
}
