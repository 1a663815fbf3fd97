package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.object.ObjectInfo;
import io.windlass.store.Feature;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.PutOptions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Listings: order, pages, groups. */
public interface ListContract extends Contract {

  @Test
  default void anEmptyBucketListsNothing(ObjectStore store) {
    Page<ListedEntry> page = store.list(ListOptions.prefix(""), Optional.empty());

    assertThat(page.items()).isEmpty();
    assertThat(page.next()).isEmpty();
  }

  /** U+FF61 is before U+1F600 in UTF-8, and behind it in the UTF-16 of Java. */
  @Test
  default void theOrderIsThatOfUtf8Bytes(ObjectStore store) {
    List<String> keys =
        has(Feature.DIRECTORIES)
            ? List.of("A", "Z", "_", "a/b", "a-b", "a.b", "a0", "b", "~", "é", "\uff61", "😀")
            : List.of("A", "Z", "_", "a-b", "a.b", "a/b", "a0", "b", "~", "é", "\uff61", "😀");
    List<String> shuffled = new ArrayList<>(keys);
    Collections.shuffle(shuffled, new Random(1));
    put(store, shuffled);

    assertThat(Listings.keys(store)).isEqualTo(keys);
    assertThat(Listings.keys(store, ListOptions.prefix("").withLimit(1))).isEqualTo(keys);
  }

  @Test
  default void anEntryDescribesItsObject(ObjectStore store) {
    ObjectInfo put = store.put("key", Bytes.text("12345"), PutOptions.DEFAULT);

    assertThat(Listings.objects(store))
        .singleElement()
        .isInstanceOfSatisfying(
            ListedEntry.Listed.class,
            listed -> {
              assertThat(listed.size()).isEqualTo(5);
              assertThat(listed.revision()).isEqualTo(put.revision());
              assertThat(listed.lastModified())
                  .isBeforeOrEqualTo(store.head("key").observedAt().plusSeconds(1));
            });
  }

  /** A store may tell metadata in listings, some of them, and then those that a head tells. */
  @Test
  default void metadataThatIsListedIsThatOfTheObject(ObjectStore store) {
    List<Map<String, String>> some =
        List.of(
            Map.of(),
            Map.of("mode", "33188", "a-name", "a value; with \"punctuation\"=1 & <2>, %41+"),
            Map.of("uid", "=?UTF-8?Q?=C3?="));
    for (int i = 0; i < some.size(); i++) {
      store.put("key" + i, Bytes.text("x"), PutOptions.DEFAULT.withMetadata(some.get(i)));
    }
    // What a server tells may be known only from its first answer.
    for (int round = 0; round < 2; round++) {
      List<ListedEntry> listed = Listings.objects(store);
      assertThat(listed).hasSize(some.size());
      for (int i = 0; i < some.size(); i++) {
        Optional<Map<String, String>> told = ((ListedEntry.Listed) listed.get(i)).metadata();
        assertThat(told).isIn(Optional.empty(), Optional.of(some.get(i)));
      }
    }
  }

  @Test
  default void aPrefixNeedNotBeADirectory(ObjectStore store) {
    put(store, List.of("a/1", "a/2", "ab", "b", "c d/1"));

    assertThat(Listings.keys(store, ListOptions.prefix("a"))).containsExactly("a/1", "a/2", "ab");
    assertThat(Listings.keys(store, ListOptions.prefix("a/"))).containsExactly("a/1", "a/2");
    assertThat(Listings.keys(store, ListOptions.prefix("c d/"))).containsExactly("c d/1");
    assertThat(Listings.keys(store, ListOptions.prefix("none"))).isEmpty();
  }

  /** Each byte takes three in a URL: Google's client sends one of more than 2048 otherwise. */
  @Test
  default void aPrefixMayBeAsLongAsAKey(ObjectStore store) {
    String segment = "é".repeat(125);
    String prefix = (segment + "/").repeat(3);
    List<String> keys = List.of(prefix + segment, prefix + segment + "0", prefix + segment + "1");
    put(store, List.of("a", segment + "/b", "ü"));
    put(store, keys);

    ListOptions options = directory(prefix).withLimit(1);
    assertThat(Listings.keys(store, options)).isEqualTo(keys);
    assertThat(Listings.keys(store, options.withStartAfter(keys.getFirst())))
        .isEqualTo(keys.subList(1, 3));
    assertThat(store.head(keys.getLast()).key()).isEqualTo(keys.getLast());
  }

  @Test
  default void aDelimiterGroups(ObjectStore store) {
    put(store, List.of("a/1", "a/2/x", "a/2/y", "a/3", "b", "c/ü/1", "c/ü/2"));

    assertThat(Listings.entries(store, directory("")))
        .satisfiesExactly(
            entry -> assertThat(entry).isEqualTo(new ListedEntry.Prefix("a/")),
            entry -> assertThat(entry).isInstanceOf(ListedEntry.Listed.class),
            entry -> assertThat(entry).isEqualTo(new ListedEntry.Prefix("c/")));
    assertThat(Listings.keys(store, directory("a/"))).containsExactly("a/1", "a/2/", "a/3");
    assertThat(Listings.keys(store, directory("c/"))).containsExactly("c/ü/");
    assertThat(Listings.keys(store, directory("a"))).containsExactly("a/");
  }

  @Test
  default void pagesJoinWithoutLossOrRepetition(ObjectStore store) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < 25; i++) {
      keys.add("dir-%02d/file+%d".formatted(i / 2, i));
    }
    put(store, keys);

    int entries = has(Feature.DIRECTORIES) ? 25 + 13 : 25;
    for (int limit : new int[] {1, 7, 24, 25, 26}) {
      ListOptions all = ListOptions.prefix("").withLimit(limit);
      assertThat(store.list(all, Optional.empty()).items()).hasSize(Math.min(limit, entries));
      assertThat(Listings.keys(store, all)).as("by %d", limit).isEqualTo(keys);
      assertThat(Listings.keys(store, all.withDelimiter("/")))
          .as("groups by %d", limit)
          .hasSize(13)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  default void startAfterNeedNotBeAKey(ObjectStore store) {
    put(store, List.of("a", "b", "c c", "d/1", "d/2", "e"));

    assertThat(after(store, "")).hasSize(6);
    assertThat(after(store, "b")).containsExactly("c c", "d/1", "d/2", "e");
    assertThat(after(store, "bb")).containsExactly("c c", "d/1", "d/2", "e");
    assertThat(after(store, "c c")).containsExactly("d/1", "d/2", "e");
    assertThat(after(store, "d/1")).containsExactly("d/2", "e");
    assertThat(after(store, "z")).isEmpty();
    assertThat(Listings.keys(store, ListOptions.prefix("d/").withStartAfter("d/1").withLimit(1)))
        .containsExactly("d/2");
  }

  @Test
  default void aListingThatIsReadDuringChangesHasWhatStayed(ObjectStore store) {
    List<String> stays = new ArrayList<>();
    for (int i = 0; i < 30; i++) {
      stays.add("stays-%02d".formatted(i));
    }
    put(store, stays);
    SplittableRandom random = new SplittableRandom(7);

    List<String> seen =
        Pages.all(
                token -> {
                  String key = "stays-%02d-new".formatted(random.nextInt(30));
                  store.put(key, Bytes.text("x"), PutOptions.DEFAULT);
                  return store.list(ListOptions.prefix("").withLimit(4), token);
                })
            .stream()
            .map(ListedEntry::key)
            .toList();

    assertThat(seen).containsAll(stays).doesNotHaveDuplicates();
  }

  private static ListOptions directory(String prefix) {
    return ListOptions.prefix(prefix).withDelimiter("/");
  }

  private static List<String> after(ObjectStore store, String key) {
    return Listings.keys(store, ListOptions.prefix("").withStartAfter(key));
  }

  private static void put(ObjectStore store, List<String> keys) {
    keys.forEach(key -> store.put(key, Bytes.text(key), PutOptions.DEFAULT));
  }
}
