package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.store.CopyResult;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Somebody else writes just after the service has carried out a request, on the FAKE Azure. A
 * revision that a store gives is never that of the other writer: it would be the base of content
 * that is not his, and the next condition would hold.
 */
class FakeAzureWritersTest {
  private static final Map<String, String> OURS = Map.of("windlass-publish", "ours");

  private final FakeAzure fake = new FakeAzure();
  @TempDir private Path directory;

  @AfterEach
  void close() {
    fake.close();
  }

  private static Content text(String text) {
    return Content.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private void with(AccountSettings settings, Consumer<ObjectStore> test) throws IOException {
    try (AzureBackend backend = FakeBackends.open(fake.add("writers", settings), directory)) {
      backend.ping();
      backend.buckets().create("writers", BucketSettings.DEFAULT);
      test.accept(backend.objects("writers"));
    }
  }

  private static CopyResult update(ObjectStore store, String key, Condition condition) {
    return store.metadataUpdates().orElseThrow().update(key, OURS, condition);
  }

  @Test
  void otherMetadataHaveTheRevisionOfTheirOwnAnswer() throws IOException {
    with(
        AccountSettings.FLAT,
        store -> {
          ObjectInfo before = store.put("key", text("old"), PutOptions.DEFAULT);
          fake.after("comp", "metadata", () -> store.put("key", text("his"), PutOptions.DEFAULT));

          CopyResult now = update(store, "key", Condition.ifMatch(before.revision()));

          assertThat(now.revision()).isNotEqualTo(store.head("key").revision());
          PutOptions onOurs = PutOptions.DEFAULT.withCondition(Condition.ifMatch(now.revision()));
          assertThatExceptionOfType(DriverException.PreconditionFailed.class)
              .isThrownBy(() -> store.put("key", text("ours"), onOurs));
        });
  }

  @Test
  void anUpdateStatesWhenTheBlobWasChanged() throws IOException {
    with(
        AccountSettings.FLAT,
        store -> {
          store.put("key", text("old"), PutOptions.DEFAULT);
          CopyResult now = update(store, "key", Condition.always());

          assertThat(now.lastModified()).isEqualTo(store.head("key").lastModified());
          assertThat(now.revision()).isEqualTo(store.head("key").revision());
        });
  }

  @Test
  void otherMetadataOfDirectoriesHaveTheRevisionOfTheirOwnAnswer() throws IOException {
    with(
        AccountSettings.FLAT.withDirectories(),
        store -> {
          ObjectInfo before = store.put("d/", text(""), PutOptions.DEFAULT);
          fake.after("comp", "metadata", () -> update(store, "d/", Condition.always()));

          CopyResult now = update(store, "d/", Condition.ifMatch(before.revision()));

          assertThat(now.revision()).isNotEqualTo(store.head("d/").revision());
          assertThatExceptionOfType(DriverException.PreconditionFailed.class)
              .isThrownBy(() -> update(store, "d/", Condition.ifMatch(now.revision())));
        });
  }

  @Test
  void aCompletionWhoseAnswerIsLostIsKnownAgain() throws IOException {
    with(
        AccountSettings.FLAT,
        store -> {
          fake.after("comp", "blocklist", FakeAzureWritersTest::breakOff);

          ObjectInfo made = completed(store);

          assertThat(made.revision()).isEqualTo(store.head("key").revision());
        });
  }

  /** The blocks are the same, and what is there is not what was written all the same. */
  @Test
  void aCompletionWhoseAnswerIsLostIsNotThatOfALaterWriter() throws IOException {
    with(
        AccountSettings.FLAT,
        store -> {
          fake.after(
              "comp",
              "blocklist",
              () -> {
                CopyResult _ =
                    store
                        .metadataUpdates()
                        .orElseThrow()
                        .update("key", Map.of("windlass-publish", "his"), Condition.always());
                breakOff();
              });

          assertThatExceptionOfType(DriverException.NotFound.class)
              .isThrownBy(() -> completed(store));
        });
  }

  private static void breakOff() {
    throw new UncheckedIOException(new IOException("the answer is lost"));
  }

  private static ObjectInfo completed(ObjectStore store) {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("key", PutOptions.DEFAULT.withMetadata(OURS));
    List<Part> parts = List.of(uploads.send(upload, 1, text("ours")));
    assertThat(uploads.parts(upload, Optional.empty()).items()).isEqualTo(parts);
    return uploads.complete(upload, parts, Condition.always());
  }
}
