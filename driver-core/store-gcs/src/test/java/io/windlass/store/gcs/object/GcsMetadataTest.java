package io.windlass.store.gcs.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.api.services.storage.model.StorageObject;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.GcsBackends;
import io.windlass.store.gcs.bucket.BucketLooks;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Metadata that others wrote with Google's clients stay as they are (on a FAKE)")
class GcsMetadataTest {
  private static final Map<String, String> THEIRS =
      Map.of("Owner-Team", "A", "größe", "groß", "twice", "1", "Twice", "2");

  /** Others write with a client that does not try again. */
  private final FakeGcs fake = new FakeGcs("metadata").writesAtAnyRate();

  @TempDir private Path directory;
  private GcsBackend backend;
  private ObjectStore store;
  private BucketLooks looks;

  @BeforeEach
  void open() throws IOException {
    backend = GcsBackends.open(fake, directory);
    looks = new BucketLooks(fake);
    backend.buckets().create("bucket", BucketSettings.DEFAULT);
    store = backend.objects("bucket");
    store.put("key", Content.of(new byte[1]), PutOptions.DEFAULT);
    looks
        .storage()
        .objects()
        .patch("bucket", "key", new StorageObject().setMetadata(THEIRS))
        .execute();
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  private Map<String, String> stored(String key) throws IOException {
    return looks.storage().objects().get("bucket", key).execute().getMetadata();
  }

  private static Map<String, String> with(Map<String, String> map, String name, String value) {
    Map<String, String> more = new HashMap<>(map);
    more.put(name, value);
    return more;
  }

  @Test
  void namesAreReadInLowerCaseOnEveryWay() {
    Map<String, String> read = store.head("key").metadata();
    assertThat(read).isEqualTo(Map.of("owner-team", "A", "größe", "groß", "twice", "1"));
    assertThat(store.list(ListOptions.prefix(""), Optional.empty()).items())
        .singleElement()
        .satisfies(entry ->
            assertThat(((ListedEntry.Listed) entry).metadata()).isEqualTo(Optional.of(read)));
    try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
      assertThat(reader.info().metadata()).containsEntry("owner-team", "A");
    }
  }

  @Test
  void theyStayWhenOthersAreChanged() throws IOException {
    Map<String, String> wanted = with(store.head("key").metadata(), "mode", "7");

    store.metadataUpdates().orElseThrow().update("key", wanted, Condition.always());

    assertThat(stored("key")).isEqualTo(with(THEIRS, "mode", "7"));
    assertThat(store.head("key").metadata()).isEqualTo(wanted);
    store
        .metadataUpdates()
        .orElseThrow()
        .update("key", Map.of("owner-team", "B"), Condition.always());
    assertThat(stored("key")).isEqualTo(Map.of("Owner-Team", "B"));
  }

  @Test
  void copiesAndUploadsHaveThemToo() throws IOException {
    Map<String, String> wanted = with(store.head("key").metadata(), "mode", "7");
    CopySource source = CopySource.of("bucket", "key");
    MultipartUploads uploads = store.uploads();

    store.copy(source, "copy", CopyOptions.DEFAULT);
    store.copy(source, "described", CopyOptions.DEFAULT.withMetadata(wanted));
    Upload upload = uploads.startCopy("sent", source, wanted);
    uploads.complete(
        upload, List.of(uploads.send(upload, 1, Content.of(new byte[1]))), Condition.always());
    store.put("put", Content.of(new byte[1]), PutOptions.DEFAULT.withMetadata(wanted));

    assertThat(stored("copy")).isEqualTo(THEIRS);
    for (String key : List.of("described", "sent")) {
      assertThat(stored(key)).as(key).isEqualTo(with(THEIRS, "mode", "7"));
    }
    assertThat(stored("put")).isEqualTo(wanted);
  }

  @Test
  void whatNoHeaderKeepsIsRefusedWithAKey() {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> GcsHeaders.of(new StorageObject().setMetadata(Map.of("größe", "x"))))
        .withMessageContaining("größe")
        .withMessageContaining("HMAC key");
  }
}
