package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Contract of directories of stores that have them: they are empty objects with more rules. */
public interface DirectoryContract extends Contract {

  @Test
  default void aDirectoryStaysWithoutWhatWasInIt(ObjectStore store) {
    if (!has(Feature.DIRECTORIES)) {
      return;
    }
    store.put("a/b/c", Bytes.text("c"), PutOptions.DEFAULT);
    assertThatExceptionOfType(DriverException.NotEmpty.class)
        .isThrownBy(() -> store.delete("a/b/", Condition.always()));
    assertThatExceptionOfType(DriverException.NotFound.class).isThrownBy(() -> store.head("a/b"));

    store.delete("a/b/c", Condition.always());

    assertThat(store.head("a/b/").size()).isZero();
    assertThat(all(store)).containsExactly("a/", "a/b/");
    assertThat(keys(store, ListOptions.prefix("a/").withLimit(1))).containsExactly("a/", "a/b/");
    store.delete("a/b/", Condition.always());
    store.delete("a/b/", Condition.always());
    assertThat(all(store)).containsExactly("a/");
  }

  @Test
  default void aDirectoryIsMadeOnce(ObjectStore store) {
    if (!has(Feature.DIRECTORIES)) {
      return;
    }
    PutOptions options = PutOptions.DEFAULT.withMetadata(Map.of("mode", "16877"));
    ObjectInfo made = store.put("a/", Bytes.text(""), options.withCondition(Condition.ifAbsent()));
    store.put("file", Bytes.text("x"), PutOptions.DEFAULT);

    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(
            () -> store.put("a/", Bytes.text(""), options.withCondition(Condition.ifAbsent())));
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> store.put("a", Bytes.text("x"), PutOptions.DEFAULT));
    CopyResult after =
        store
            .metadataUpdates()
            .orElseThrow()
            .update("a/", Map.of("mode", "7"), Condition.ifMatch(made.revision()));
    assertThat(store.head("a/").metadata()).isEqualTo(Map.of("mode", "7"));
    store.copy(CopySource.of(store.bucket(), "a/"), "b/", CopyOptions.DEFAULT);
    assertThat(store.head("b/").metadata()).isEqualTo(Map.of("mode", "7"));
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> store.delete("a/", Condition.ifMatch(made.revision())));
    store.delete("a/", Condition.ifMatch(after.revision()));
    assertThat(all(store)).containsExactly("b/", "file");
  }

  /** Deletes page by page from the beginning, as programs do that empty a bucket. */
  @Test
  default void allIsDeletedInTheOrderOfListings(ObjectStore store) {
    if (!has(Feature.DIRECTORIES)) {
      return;
    }
    for (int i = 0; i < 9; i++) {
      store.put("a/b%d/c/d%d".formatted(i / 4, i), Bytes.text("x"), PutOptions.DEFAULT);
    }
    int rounds = 0;
    List<ObjectId> some = page(store);
    for (; !some.isEmpty(); some = page(store)) {
      assertThat(store.deleteAll(some)).isEmpty();
      rounds++;
    }
    assertThat(rounds).isLessThan(10);
  }

  private static List<ObjectId> page(ObjectStore store) {
    return store.list(ListOptions.prefix("").withLimit(5), Optional.empty()).items().stream()
        .map(entry -> ObjectId.of(entry.key()))
        .toList();
  }

  /** The order of keys, in which a directory ends with a slash. */
  @Test
  default void aListingByTheSlashIsInTheOrderOfKeys(ObjectStore store) {
    if (!has(Feature.DIRECTORIES)) {
      return;
    }
    List<String> keys =
        List.of("a!", "a-/", "a-b", "a-c/", "a.txt", "a/", "a0", "b/", "b0", "é-", "é/");
    keys.forEach(key ->
        store.put(
            "in/" + (key.endsWith("/") ? key + "x" : key), Bytes.text("x"), PutOptions.DEFAULT));
    List<String> expected = keys.stream().map(key -> "in/" + key).toList();
    ListOptions all = ListOptions.prefix("in/").withDelimiter("/");

    for (int limit = 1; limit <= 13; limit++) {
      List<String> listed = keys(store, all.withLimit(limit));
      assertThat(listed.getFirst()).isEqualTo("in/");
      assertThat(listed.subList(1, listed.size())).as("by %d", limit).isEqualTo(expected);
      // Not only the directory itself, if there is more and room for it.
      assertThat(store.list(all.withLimit(limit), Optional.empty()).items())
          .hasSizeBetween(Math.min(limit, 2), limit);
    }
    for (int i = 0; i < expected.size(); i++) {
      String key = expected.get(i);
      assertThat(Listings.keys(store, all.withStartAfter(key).withLimit(2)))
          .as("after %s", key)
          .isEqualTo(expected.subList(i + 1, expected.size()));
    }
    assertThat(Listings.keys(store, all.withStartAfter("in/a-b/")))
        .isEqualTo(expected.subList(expected.indexOf("in/a-c/"), expected.size()));
  }

  /** Nothing is below a file, or below nothing. */
  @Test
  default void whatIsNoDirectoryHasNothingInIt(ObjectStore store) {
    if (!has(Feature.DIRECTORIES)) {
      return;
    }
    store.put("file", Bytes.text("x"), PutOptions.DEFAULT);
    for (String prefix : List.of("file/", "file/below/", "none/", "none/below")) {
      assertThat(Listings.keys(store, ListOptions.prefix(prefix))).isEmpty();
    }
  }

  private static List<String> all(ObjectStore store) {
    return keys(store, ListOptions.prefix(""));
  }

  private static List<String> keys(ObjectStore store, ListOptions options) {
    return Listings.entries(store, options).stream().map(ListedEntry::key).toList();
  }
}
