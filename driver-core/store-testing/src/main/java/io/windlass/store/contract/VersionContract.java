package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectId;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.testing.UniqueName;
import java.util.List;
import org.assertj.core.api.ThrowingConsumer;
import org.junit.jupiter.api.Test;

/** Buckets that keep the versions of their objects. */
public interface VersionContract extends Contract {
  @Test
  default void versionsAreKeptReadAndDeletedOneByOne() throws Throwable {
    whereVersionsAreKept(this::assertVersionsAreKept);
  }

  @Test
  default void deletedObjectsCanBeRestored() throws Throwable {
    whereVersionsAreKept(this::assertDeletedCanBeRestored);
  }

  @Test
  default void versionsOfAllKeysAreListedInPages() throws Throwable {
    whereVersionsAreKept(VersionContract::assertManyVersionsAreListed);
  }

  @Test
  default void whatIsNotKeptIsListedAsItIs(ObjectStore store) {
    assertThat(store.versions().isPresent() || !has(Feature.BUCKET_VERSIONS)).isTrue();
    if (store.versions().isEmpty() || (!has(Feature.BUCKET_VERSIONS) && keeps(store))) {
      return;
    }
    store.put("key", Bytes.text("x"), PutOptions.DEFAULT);
    List<ListedVersion> before = versions(store, "");
    store.put("key", Bytes.text("y"), PutOptions.DEFAULT);
    List<ListedVersion> now = versions(store, "");
    assertThat(now).extracting(ListedVersion::key).containsExactly("key");
    assertThat(now).extracting(ListedVersion::latest).containsExactly(true);
    if (!before.getFirst().version().equals(now.getFirst().version())) {
      store.versions().orElseThrow().delete("key", before.getFirst().version());
      assertThat(store.deleteAll(List.of(id(before.getFirst())))).isEmpty();
    }
    assertThat(Bytes.readText(store, "key")).isEqualTo("y");
    assertThat(store.deleteAll(List.of(id(now.getFirst())))).isEmpty();
    assertThat(versions(store, "")).isEmpty();
  }

  /** Shows it in a bucket that keeps versions, if it is told to or by itself. */
  private void whereVersionsAreKept(ThrowingConsumer<ObjectStore> test) throws Throwable {
    boolean told = has(Feature.BUCKET_VERSIONS);
    if (!told) {
      worksOrIsRefused(Feature.BUCKET_VERSIONS, this::createVersioned, () -> {});
    }
    try (TestBucket bucket =
        TestBucket.create(backend(), told ? Settings.VERSIONED : BucketSettings.DEFAULT)) {
      if (told || keeps(bucket.objects())) {
        test.accept(bucket.objects());
      }
    }
  }

  private static boolean keeps(ObjectStore store) {
    boolean keeps = store.put("asked", Bytes.text("x"), PutOptions.DEFAULT).version().isPresent();
    if (keeps) {
      versions(store, "asked")
          .forEach(found -> store.versions().orElseThrow().delete(found.key(), found.version()));
    } else {
      store.delete("asked", Condition.always());
    }
    return keeps;
  }

  private static ObjectId id(ListedVersion version) {
    return ObjectId.of(version.key(), version.version());
  }

  private void createVersioned() {
    String name = UniqueName.of("versioned");
    try {
      backend().buckets().create(name, Settings.VERSIONED);
    } finally {
      backend().buckets().delete(name);
    }
  }

  private void assertVersionsAreKept(ObjectStore store) {
    String first = version(store, "first");
    String second = version(store, "second");
    assertThat(first).isNotEqualTo(second);

    assertThat(Bytes.readText(store, "key")).isEqualTo("second");
    assertThat(Bytes.read(store, "key", GetOptions.ALL.withVersion(first)))
        .asString()
        .isEqualTo("first");
    CopySource before = CopySource.of(store.bucket(), "key").withVersion(first);
    store.copy(before, "c", CopyOptions.DEFAULT);
    store.copy(before.withSize("first".length()), "d", CopyOptions.DEFAULT);
    assertThat(Bytes.readText(store, "c")).isEqualTo("first");
    assertThat(Bytes.readText(store, "d")).isEqualTo("first");
    List<ListedVersion> both = versions(store, "key");
    if (has(Feature.BUCKET_VERSIONS)) {
      assertThat(both).as("newest first").extracting(ListedVersion::version).startsWith(second);
    }
    assertThat(both).allMatch(ListedVersion::kept);
    assertThat(both)
        .extracting(ListedVersion::version, ListedVersion::latest)
        .containsExactlyInAnyOrder(tuple(second, true), tuple(first, false));

    store.versions().orElseThrow().delete("key", second);
    store.versions().orElseThrow().delete("key", second);
    assertThat(Bytes.read(store, "key", GetOptions.ALL.withVersion(first)))
        .asString()
        .isEqualTo("first");
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> store.get("key", GetOptions.ALL.withVersion(second)));
    assertThat(store.deleteAll(List.of(ObjectId.of("key", first)))).isEmpty();
    assertThat(versions(store, "key")).isEmpty();
  }

  private void assertDeletedCanBeRestored(ObjectStore store) {
    String first = version(store, "first");
    store.delete("key", Condition.always());

    assertThatExceptionOfType(DriverException.NotFound.class).isThrownBy(() -> store.head("key"));
    assertThat(Listings.keys(store)).isEmpty();
    boolean marked = has(Feature.BUCKET_VERSIONS);
    List<ListedVersion> versions = versions(store, "key");
    assertThat(versions)
        .extracting(ListedVersion::deleteMarker)
        .isEqualTo(marked ? List.of(true, false) : List.of(false));
    assertThat(versions)
        .extracting(ListedVersion::latest)
        .isEqualTo(marked ? List.of(true, false) : List.of(false));
    assertThat(versions.getLast().version()).isEqualTo(first);
    if (marked) {
      assertThatExceptionOfType(DriverException.NotFound.class)
          .isThrownBy(
              () -> store.get("key", GetOptions.ALL.withVersion(versions.getFirst().version())));
    }

    CopySource deleted = CopySource.of(store.bucket(), "key").withVersion(first);
    store.copy(deleted, "key", CopyOptions.DEFAULT);
    store.versions().orElseThrow().delete("key", versions.getFirst().version());
    assertThat(Bytes.readText(store, "key")).isEqualTo("first");
  }

  private static void assertManyVersionsAreListed(ObjectStore store) throws Exception {
    Race.of(
        12,
        i ->
            () -> {
              for (int version = 0; version < 90; version++) {
                store.put("key ü%02d".formatted(i), Bytes.text("x"), PutOptions.DEFAULT);
              }
              return true;
            });

    List<ListedVersion> all = versions(store, "");
    assertThat(all).hasSize(1_080).doesNotHaveDuplicates();
    assertThat(all).filteredOn(ListedVersion::latest).hasSize(12);
    assertThat(all).extracting(ListedVersion::key).isSorted();
    assertThat(versions(store, "key ü07")).hasSize(90);
  }

  private static String version(ObjectStore store, String content) {
    return store.put("key", Bytes.text(content), PutOptions.DEFAULT).version().orElseThrow();
  }

  private static List<ListedVersion> versions(ObjectStore store, String prefix) {
    return Pages.all(token -> store.versions().orElseThrow().list(prefix, token));
  }
}
