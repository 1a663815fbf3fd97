package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ModifiedTime;
import io.windlass.object.ObjectInfo;
import io.windlass.object.Revision;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Copies that the server makes. */
public interface CopyContract extends Contract {
  /** Metadata of the source. */
  Map<String, String> METADATA = Map.of("uid", "7");

  @ParameterizedTest
  @ValueSource(strings = {"source", "a b+c%20d", "größe/😀", "q?x=1&y=#z"})
  default void aCopyIsLikeItsSource(String key, ObjectStore store) {
    byte[] content = Bytes.of(100_000);
    store.put(key, Content.of(content), PutOptions.DEFAULT.withMetadata(METADATA));

    CopyResult copy = store.copy(source(store, key), "copy", CopyOptions.DEFAULT);

    assertThat(Bytes.read(store, "copy")).isEqualTo(content);
    ObjectInfo head = store.head("copy");
    assertThat(head.metadata()).isEqualTo(METADATA);
    assertThat(head.revision()).isEqualTo(copy.revision());
    assertThat(Bytes.read(store, key)).isEqualTo(content);
  }

  /** Such a source is not looked at first: what that would tell comes with the copy itself. */
  @ParameterizedTest
  @ValueSource(strings = {"source", "a b+c%20d", "größe/😀", "q?x=1&y=#z"})
  default void aCopyOfASourceThatIsKnownIsLikeIt(String key, ObjectStore store) {
    byte[] content = Bytes.of(1000);
    PutOptions options = PutOptions.DEFAULT.withMetadata(METADATA).withContentType("text/x-test");
    ObjectInfo put = store.put(key, Content.of(content), options);
    CopySource known = source(store, key).withSize(content.length);

    CopyResult copy = store.copy(known.withIfMatch(put.revision()), "copy", CopyOptions.DEFAULT);

    assertThat(Bytes.read(store, "copy")).isEqualTo(content);
    ObjectInfo head = store.head("copy");
    assertThat(head.metadata()).isEqualTo(METADATA);
    assertThat(head.revision()).isEqualTo(copy.revision());
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() ->
            store.copy(known.withIfMatch(new Revision("\"x\"")), "copy", CopyOptions.DEFAULT));
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(
            () -> store.copy(source(store, "none").withSize(1), "copy", CopyOptions.DEFAULT))
        .isNotInstanceOf(DriverException.NoSuchBucket.class);
    assertThatExceptionOfType(DriverException.NoSuchBucket.class)
        .isThrownBy(() ->
            store.copy(
                CopySource.of("no-bucket-of-ours", key).withSize(1), "copy", CopyOptions.DEFAULT));
    assertThat(Bytes.read(store, "copy")).isEqualTo(content);
  }

  @Test
  default void aCopyCanGoToAnotherBucket(ObjectStore store) {
    store.put("key", Bytes.text("content"), PutOptions.DEFAULT);
    try (TestBucket other = TestBucket.create(backend(), BucketSettings.DEFAULT)) {
      other.objects().copy(source(store, "key"), "copy", CopyOptions.DEFAULT);

      assertThat(Bytes.readText(other.objects(), "copy")).isEqualTo("content");
      assertThat(Listings.keys(store)).containsExactly("key");
    }
  }

  @Test
  default void aCopyCanHaveOtherMetadata(ObjectStore store) {
    store.put("key", Bytes.text("content"), PutOptions.DEFAULT.withMetadata(METADATA));
    CopyOptions other = CopyOptions.DEFAULT.withMetadata(Map.of("gid", "8"));
    CopyOptions none = CopyOptions.DEFAULT.withMetadata(Map.of());

    store.copy(source(store, "key"), "other", other);
    store.copy(source(store, "key"), "none", none);
    store.copy(source(store, "key"), "key", other);

    assertThat(store.head("other").metadata()).isEqualTo(Map.of("gid", "8"));
    assertThat(store.head("none").metadata()).isEmpty();
    assertThat(store.head("key").metadata()).as("in place").isEqualTo(Map.of("gid", "8"));
    assertThat(Bytes.readText(store, "key")).isEqualTo("content");
  }

  /** Otherwise, a file that was renamed or restored would be as new as its copy. */
  @Test
  default void aCopyCanKeepTheTimeOfItsSource(ObjectStore store) {
    store.put("plain", Bytes.text("content"), PutOptions.DEFAULT.withMetadata(METADATA));
    Map<String, String> timed = Map.of(ModifiedTime.NAME, "7.000000008");
    store.put("timed", Bytes.text("content"), PutOptions.DEFAULT.withMetadata(timed));
    ObjectInfo seen = store.head("plain");

    CopyOptions keeping = CopyOptions.DEFAULT.keepingModified();
    for (String key : List.of("plain", "timed")) {
      store.copy(source(store, key), key + "-copy", keeping);
    }
    Map<String, String> kept =
        Map.of("uid", "7", ModifiedTime.NAME, Long.toString(seen.lastModified().getEpochSecond()));
    assertThat(store.head("plain-copy").metadata()).isEqualTo(kept);
    assertThat(store.head("timed-copy").metadata()).isEqualTo(timed);
    if (has(Feature.COPY_CONDITIONAL)) {
      store.copy(source(store, "plain"), "free", keeping.withCondition(Condition.ifAbsent()));
      assertThat(store.head("free").metadata()).isEqualTo(kept);
    }
  }

  @Test
  default void onlyWhatWasSeenIsCopied(ObjectStore store) {
    ObjectInfo first = store.put("key", Bytes.text("first"), PutOptions.DEFAULT);
    ObjectInfo second = store.put("key", Bytes.text("second"), PutOptions.DEFAULT);
    CopySource key = source(store, "key");

    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(
            () -> store.copy(key.withIfMatch(first.revision()), "copy", CopyOptions.DEFAULT));
    assertThat(Listings.keys(store)).containsExactly("key");
    store.copy(key.withIfMatch(second.revision()), "copy", CopyOptions.DEFAULT);
    assertThat(Bytes.readText(store, "copy")).isEqualTo("second");
  }

  @Test
  default void aMissingSourceIsNotFound(ObjectStore store) {
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> store.copy(source(store, "none"), "copy", CopyOptions.DEFAULT));
    assertThat(Listings.keys(store)).isEmpty();
  }

  @Test
  default void aCopyCanDependOnItsDestination(ObjectStore store) throws Throwable {
    store.put("key", Bytes.text("content"), PutOptions.DEFAULT);
    ObjectInfo taken = store.put("taken", Bytes.text("kept"), PutOptions.DEFAULT);
    CopySource key = source(store, "key");
    CopyOptions ifAbsent = CopyOptions.DEFAULT.withCondition(Condition.ifAbsent());
    CopyOptions ifTaken = CopyOptions.DEFAULT.withCondition(Condition.ifMatch(taken.revision()));
    worksOrIsRefused(
        Feature.COPY_CONDITIONAL,
        () -> store.copy(key, "taken", ifAbsent),
        () -> {
          assertThatExceptionOfType(DriverException.PreconditionFailed.class)
              .isThrownBy(() -> store.copy(key, "taken", ifAbsent));
          assertThat(Bytes.readText(store, "taken")).isEqualTo("kept");
          List<Upload> told = new ArrayList<>();
          store.copy(key, "free", ifAbsent, told::add);
          assertThat(Bytes.readText(store, "free")).isEqualTo("content");
          assertThat(told).allSatisfy(upload -> assertThat(upload.key()).isEqualTo("free"));
          assertThat(store.uploads().of("free")).isEmpty();

          store.copy(key, "taken", ifTaken);
          assertThatExceptionOfType(DriverException.PreconditionFailed.class)
              .isThrownBy(() -> store.copy(key, "taken", ifTaken));
        });
    if (!has(Feature.COPY_CONDITIONAL)) {
      assertThat(Bytes.readText(store, "taken")).isEqualTo("kept");
    }
  }

  private static CopySource source(ObjectStore store, String key) {
    return CopySource.of(store.bucket(), key);
  }
}
