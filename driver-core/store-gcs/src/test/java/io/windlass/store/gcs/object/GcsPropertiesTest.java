package io.windlass.store.gcs.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ContentHeaders;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.ObjectReader;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.GcsBackends;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("What an object of Google has beside content and metadata is kept (on a FAKE)")
class GcsPropertiesTest {
  private static final String KEY =
      "projects/own/locations/global/keyRings/ring/cryptoKeys/encryption";

  private static final ContentHeaders HEADERS =
      new ContentHeaders(
          Optional.of("text/html"),
          Optional.of("gzip"),
          Optional.of("inline; filename=\"a b\""),
          Optional.of("de"),
          Optional.of("no-store"),
          Optional.empty());

  /** Without holds, which keep an object from being replaced. */
  private static final ObjectProperties EVERYTHING =
      new ObjectProperties(
          HEADERS,
          Map.of(),
          Map.of(
              "storageClass", "NEARLINE",
              "kmsKeyName", KEY,
              "customTime", "2030-01-02T03:04:05.000Z",
              "retention",
                  "{\"mode\":\"Unlocked\",\"retainUntilTime\":\"2090-01-01T00:00:00.000Z\"}",
              "contexts", "{\"custom\":{\"team\":{\"value\":\"größe\"}}}"),
          true);

  private final FakeGcs fake = new FakeGcs("properties");
  @TempDir private Path directory;
  private GcsBackend backend;
  private ObjectStore store;

  @BeforeEach
  void open() {
    backend = GcsBackends.open(fake, directory);
    backend.buckets().create("bucket", BucketSettings.DEFAULT);
    store = backend.objects("bucket");
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  private static Content text(String text) {
    return Content.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void whateverWritesKeepsAllOfIt() {
    PutOptions options = PutOptions.DEFAULT.withProperties(EVERYTHING);
    Map<String, String> other = Map.of("a", "b");
    ObjectInfo put = store.put("put", text("content"), options);
    CopySource source = CopySource.of("bucket", "put");
    MultipartUploads uploads = store.uploads();

    Upload upload = uploads.start("sent", options.withMetadata(other));
    uploads.complete(
        upload,
        List.of(uploads.send(upload, 1, text("x")), uploads.send(upload, 2, text("y"))),
        Condition.always());
    Upload copied = uploads.startCopy("parts", source, other);
    uploads.complete(copied, List.of(uploads.send(copied, 1, text("x"))), Condition.always());
    store.copy(source, "copy", CopyOptions.DEFAULT);
    store.copy(
        source.withIfMatch(put.revision()), "described", CopyOptions.DEFAULT.withMetadata(other));
    store.metadataUpdates().orElseThrow().update("put", other, Condition.always());

    for (String key : List.of("put", "sent", "parts", "copy", "described")) {
      assertThat(store.head(key).properties()).as(key).isEqualTo(EVERYTHING);
    }
    for (String key : List.of("put", "sent", "parts", "described")) {
      assertThat(store.head(key).metadata()).as(key).isEqualTo(other);
    }
  }

  /** Parts do not get the properties of the object: a hold would keep them for ever. */
  @Test
  void aHoldIsOfTheObjectAlone() {
    ObjectProperties held =
        ObjectProperties.NONE
            .withType("text/html")
            .withOpaque("storageClass", "STANDARD")
            .withOpaque("eventBasedHold", "true")
            .withOpaque("temporaryHold", "true");
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("held", PutOptions.DEFAULT.withProperties(held));
    uploads.complete(upload, List.of(uploads.send(upload, 1, text("x"))), Condition.always());

    assertThat(uploads.of("held")).isEmpty();
    assertThat(store.head("held").properties()).isEqualTo(held);
    store.copy(CopySource.of("bucket", "held"), "copy", CopyOptions.DEFAULT);
    assertThat(store.head("copy").properties()).isEqualTo(held);
    backend.buckets().create("another", BucketSettings.DEFAULT);
    ObjectStore another = backend.objects("another");
    another.copy(CopySource.of("bucket", "held"), "copy", CopyOptions.DEFAULT);
    assertThat(another.head("copy").properties().opaque())
        .isEqualTo(Map.of("storageClass", "STANDARD"));
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> store.put("held", text("y"), PutOptions.DEFAULT));
    store.metadataUpdates().orElseThrow().update("held", Map.of("a", "b"), Condition.always());
    assertThat(store.head("held").properties()).isEqualTo(held);
  }

  @Test
  void aRetentionThatIsOverIsNotSetAgain() {
    ObjectProperties over =
        ObjectProperties.NONE.withOpaque(
            "retention",
            "{\"mode\":\"Locked\",\"retainUntilTime\":\"%s\"}"
                .formatted(Instant.now().minusSeconds(1)));
    store.put("key", text("x"), PutOptions.DEFAULT.withProperties(over));

    assertThat(store.head("key").properties().opaque()).doesNotContainKey("retention");
  }

  /** What is read with the content is in headers, which do not say all. */
  @Test
  void whatIsReadWithTheContentIsCompleted() {
    store.put("key", text("content"), PutOptions.DEFAULT.withProperties(EVERYTHING));
    ObjectProperties seen;
    try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
      seen = reader.info().properties();
    }

    assertThat(seen.whole()).isFalse();
    assertThat(seen.headers()).isEqualTo(HEADERS);
    assertThat(store.properties("key", seen)).isEqualTo(EVERYTHING);
  }

  @Test
  void aCopyHasThePropertiesThatAreSaid() {
    store.put("key", text("content"), PutOptions.DEFAULT);

    store.copy(
        CopySource.of("bucket", "key"), "copy", CopyOptions.DEFAULT.withProperties(EVERYTHING));

    assertThat(store.head("copy").properties()).isEqualTo(EVERYTHING);
  }
}
