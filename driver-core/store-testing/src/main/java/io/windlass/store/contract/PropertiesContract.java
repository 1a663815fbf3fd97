package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.windlass.object.Condition;
import io.windlass.object.ContentHeaders;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Properties other than content and metadata stay with an object, whichever way it is written. */
public interface PropertiesContract extends Contract {
  /** Metadata of the source. */
  Map<String, String> USER = Map.of("uid", "7");

  /** Returns texts of the store itself that an object can have. */
  default Map<String, String> opaque() {
    return Map.of();
  }

  /** Returns properties of each kind that the backend can keep. */
  private ObjectProperties all() {
    return sample(backend().capabilities().features(), opaque());
  }

  /** Returns properties of each kind that a backend with these features can keep. */
  static ObjectProperties sample(Iterable<Feature> features, Map<String, String> opaque) {
    boolean tags = false;
    boolean expires = false;
    for (Feature feature : features) {
      tags |= feature == Feature.OBJECT_TAGS;
      expires |= feature == Feature.OBJECT_EXPIRES;
    }
    ContentHeaders headers =
        new ContentHeaders(
            Optional.of("text/x-test; charset=utf-8"),
            Optional.of("x-test"),
            Optional.of("attachment; filename=\"a b.txt\""),
            Optional.of("de"),
            Optional.of("max-age=60, public"),
            Optional.of("Wed, 21 Oct 2037 07:28:00 GMT"));
    return new ObjectProperties(
        expires ? headers : headers.withoutExpires(),
        tags ? Map.of("class", "secret", "a b", "+/=: .-_", "empty", "") : Map.of(),
        opaque,
        true);
  }

  /** Reads all properties of an object, and asserts that they hold those texts of the store. */
  static ObjectProperties read(ObjectStore store, String key) {
    return store.properties(key, store.head(key).properties());
  }

  /** Asserts that an object has all these properties; the store may have more to say of it. */
  static void assertHas(ObjectStore store, String key, ObjectProperties wanted) {
    ObjectProperties found = read(store, key);
    assertThat(found.headers()).as("headers of %s", key).isEqualTo(wanted.headers());
    assertThat(found.tags()).as("tags of %s", key).isEqualTo(wanted.tags());
    assertThat(found.opaque()).as(key).containsAllEntriesOf(wanted.opaque());
    assertThat(found.whole()).as(key).isTrue();
  }

  @Test
  default void whatIsPutIsGivenBack(ObjectStore store) {
    store.put("key", Bytes.text("content"), PutOptions.DEFAULT.withProperties(all()));
    assertHas(store, "key", all());
    // What was read is what is written.
    store.put("again", Bytes.text("else"), PutOptions.DEFAULT.withProperties(read(store, "key")));
    assertHas(store, "again", all());

    store.put("key", Bytes.text("content"), PutOptions.DEFAULT);
    assertThat(read(store, "key").tags()).as("those of an object before").isEmpty();
    assertThat(read(store, "key").headers().cacheControl()).isEmpty();
  }

  @Test
  default void whatWasNotReadCannotBeWritten(ObjectStore store) {
    store.put("key", Bytes.text("content"), PutOptions.DEFAULT.withProperties(all()));
    ObjectProperties seen = store.head("key").properties();
    if (!seen.whole()) {
      assertThatIllegalArgumentException()
          .isThrownBy(() -> PutOptions.DEFAULT.withProperties(seen));
    }
    assertThat(store.properties("key", seen).whole()).isTrue();
  }

  @Test
  default void aCopyKeepsTheProperties(ObjectStore store) {
    ObjectInfo put =
        store.put(
            "key",
            Bytes.text("content"),
            PutOptions.DEFAULT.withMetadata(USER).withProperties(all()));
    CopySource source = CopySource.of(store.bucket(), "key");
    store.copy(source, "plain", CopyOptions.DEFAULT);
    store.copy(source.withIfMatch(put.revision()).withSize(7), "known", CopyOptions.DEFAULT);
    store.copy(source, "described", CopyOptions.DEFAULT.withMetadata(Map.of("gid", "8")));
    store.copy(source, "key", CopyOptions.DEFAULT.withMetadata(Map.of("gid", "8")));
    store.put("untimed", Bytes.text("content"), PutOptions.DEFAULT.withProperties(all()));
    store.copy(
        CopySource.of(store.bucket(), "untimed"), "timed", CopyOptions.DEFAULT.keepingModified());
    for (String key : List.of("plain", "known", "described", "timed", "key")) {
      assertHas(store, key, all());
    }
    if (has(Feature.COPY_CONDITIONAL)) {
      CopyOptions ifAbsent = CopyOptions.DEFAULT.withCondition(Condition.ifAbsent());
      store.copy(source, "free", ifAbsent);
      store.copy(source, "free-described", ifAbsent.withMetadata(Map.of("gid", "8")));
      assertHas(store, "free", all());
      assertHas(store, "free-described", all());
      assertThat(store.head("free-described").metadata()).isEqualTo(Map.of("gid", "8"));
    }
  }

  /** As when one file is copied over another, which stays what it was. */
  @Test
  default void aCopyCanHaveOtherProperties(ObjectStore store) {
    ObjectInfo put =
        store.put(
            "key",
            Bytes.text("content"),
            PutOptions.DEFAULT.withMetadata(USER).withProperties(all()));
    CopySource source = CopySource.of(store.bucket(), "key");
    CopySource known = source.withIfMatch(put.revision()).withSize(7);
    CopyOptions plain = CopyOptions.DEFAULT.withProperties(ObjectProperties.NONE.withType("a/b"));
    store.copy(source, "other", plain);
    store.copy(known, "known", plain.withMetadata(USER));
    if (has(Feature.COPY_CONDITIONAL)) {
      store.copy(
          known,
          "other",
          plain
              .withMetadata(USER)
              .withCondition(Condition.ifMatch(store.head("other").revision())));
    }
    for (String key : List.of("other", "known")) {
      assertThat(read(store, key).headers()).isEqualTo(ContentHeaders.NONE.withType("a/b"));
      assertThat(read(store, key).tags()).isEmpty();
      assertThat(store.head(key).metadata()).isEqualTo(USER);
      assertThat(Bytes.readText(store, key)).isEqualTo("content");
    }
  }

  @Test
  default void anUploadHasTheProperties(ObjectStore store) {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("sent", PutOptions.DEFAULT.withProperties(all()));
    uploads.complete(
        upload, List.of(uploads.send(upload, 1, Bytes.text("content"))), Condition.always());
    assertHas(store, "sent", all());

    Upload copy = uploads.startCopy("copy", CopySource.of(store.bucket(), "sent"), USER);
    uploads.complete(
        copy, List.of(uploads.send(copy, 1, Bytes.text("content"))), Condition.always());
    assertHas(store, "copy", all());
    assertThat(store.head("copy").metadata()).isEqualTo(USER);
  }

  @Test
  default void metadataIsReplacedWithoutTheProperties(ObjectStore store) {
    store
        .metadataUpdates()
        .ifPresent(updates -> {
          store.put("key", Bytes.text("content"), PutOptions.DEFAULT.withProperties(all()));
          updates.update("key", Map.of("gid", "9"), Condition.always());
          assertHas(store, "key", all());
        });
  }
}
