package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.store.Condition;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.DriverException;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectId;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.testing.UniqueName;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Buckets that keep the versions of their objects. */
public interface VersionContract extends Contract {
  @Test
  default void versionsAreKeptReadAndDeletedOneByOne() throws Throwable {
    worksOrIsRefused(
        Feature.BUCKET_VERSIONS,
        this::createVersioned,
        () -> {
          try (TestBucket bucket = TestBucket.create(backend(), Settings.VERSIONED)) {
            assertVersionsAreKept(bucket.objects());
          }
        });
  }

  @Test
  default void deletedObjectsCanBeRestored() throws Throwable {
    worksOrIsRefused(
        Feature.BUCKET_VERSIONS,
        this::createVersioned,
        () -> {
          try (TestBucket bucket = TestBucket.create(backend(), Settings.VERSIONED)) {
            assertDeletedCanBeRestored(bucket.objects());
          }
        });
  }

  @Test
  default void versionsOfAllKeysAreListedInPages() throws Throwable {
    worksOrIsRefused(
        Feature.BUCKET_VERSIONS,
        this::createVersioned,
        () -> {
          try (TestBucket bucket = TestBucket.create(backend(), Settings.VERSIONED)) {
            assertManyVersionsAreListed(bucket.objects());
          }
        });
  }

  @Test
  default void withoutVersionsThereIsNothingToList(ObjectStore store) {
    assertThat(store.versions().isPresent()).isEqualTo(has(Feature.BUCKET_VERSIONS));
    if (has(Feature.BUCKET_VERSIONS)) {
      store.put("key", Bytes.text("x"), PutOptions.DEFAULT);
      store.put("key", Bytes.text("y"), PutOptions.DEFAULT);
      assertThat(versions(store, "")).extracting(ListedVersion::key).containsExactly("key");
    }
  }

  private void createVersioned() {
    String name = UniqueName.of("versioned");
    try {
      backend().buckets().create(name, Settings.VERSIONED);
    } finally {
      backend().buckets().delete(name);
    }
  }

  private static void assertVersionsAreKept(ObjectStore store) {
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
    assertThat(versions(store, "key"))
        .as("newest first")
        .extracting(ListedVersion::version)
        .containsExactly(second, first);
    assertThat(versions(store, "key"))
        .extracting(ListedVersion::latest)
        .containsExactly(true, false);

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

  private static void assertDeletedCanBeRestored(ObjectStore store) {
    String first = version(store, "first");
    store.delete("key", Condition.always());

    assertThatExceptionOfType(DriverException.NotFound.class).isThrownBy(() -> store.head("key"));
    assertThat(Listings.keys(store)).isEmpty();
    List<ListedVersion> versions = versions(store, "key");
    assertThat(versions).extracting(ListedVersion::deleteMarker).containsExactly(true, false);
    assertThat(versions).extracting(ListedVersion::latest).containsExactly(true, false);
    assertThat(versions.getLast().version()).isEqualTo(first);
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(
            () -> store.get("key", GetOptions.ALL.withVersion(versions.getFirst().version())));

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
