package io.windlass.store.azure.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.options.BlobParallelUploadOptions;
import com.azure.storage.common.StorageSharedKeyCredential;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.AzuriteBackends;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Directories as blobfuse2 and WASB make them in flat accounts, on Azurite. */
@RealServer(AzuriteServer.class)
class FolderStubsTest {
  private static final ListOptions BY_SLASH = ListOptions.prefix("").withDelimiter("/");

  private final AzuriteServer server;
  private final String name = UniqueName.of("stubs");
  @TempDir private Path directory;
  private AzureBackend backend;
  private ObjectStore store;
  private BlobContainerClient plain;

  FolderStubsTest(AzuriteServer server) {
    this.server = server;
  }

  @BeforeEach
  void open() throws IOException {
    backend = AzuriteBackends.open(server, directory);
    backend.buckets().create(name, BucketSettings.DEFAULT);
    store = backend.objects(name);
    plain =
        new BlobServiceClientBuilder()
            .endpoint(server.accountEndpoint().toString())
            .credential(
                new StorageSharedKeyCredential(server.account(), server.accountKey().reveal()))
            .buildClient()
            .getBlobContainerClient(name);
  }

  @AfterEach
  void close() {
    plain.deleteIfExists();
    backend.close();
  }

  /** WASB writes the name with a capital letter. */
  private void stubs(String... keys) {
    for (String key : keys) {
      String mark = key.length() % 2 == 0 ? "hdi_isfolder" : "Hdi_isfolder";
      plain
          .getBlobClient(key)
          .uploadWithResponse(
              new BlobParallelUploadOptions(BinaryData.fromBytes(new byte[0]))
                  .setMetadata(Map.of(mark, "true")),
              null,
              null);
    }
  }

  private void files(String... keys) {
    for (String key : keys) {
      plain.getBlobClient(key).upload(BinaryData.fromString(key), true);
    }
  }

  private List<String> list(ListOptions options) {
    List<String> found = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<ListedEntry> page = store.list(options, token);
      assertThat(page.items()).hasSizeLessThanOrEqualTo(options.limit());
      assertThat(page.next().isEmpty() || !page.items().isEmpty()).isTrue();
      page.items().forEach(entry -> found.add(entry.key()));
      token = page.next();
    } while (token.isPresent());
    return found;
  }

  private List<String> blobs() {
    return plain.listBlobs().stream().map(blob -> blob.getName()).toList();
  }

  @Test
  void theyAreListedOnceAndInTheirPlace() {
    stubs("a", "a-b", "a.d", "c", "c/d", "e", "k", "k-", "k--", "k---");
    files("a-b/x", "a-c", "a.txt", "b", "c/x");
    List<String> all =
        List.of(
            "a-b/", "a-c", "a.d/", "a.txt", "a/", "b", "c/", "e/", "k---/", "k--/", "k-/", "k/");
    for (int limit = 1; limit <= all.size(); limit++) {
      assertThat(list(BY_SLASH.withLimit(limit))).as("%d a page", limit).isEqualTo(all);
    }
    for (int from = 0; from < all.size(); from++) {
      String key = all.get(from);
      List<String> rest = list(BY_SLASH.withStartAfter(key).withLimit(3));
      rest.remove(key); // as on S3: keys of the group come after its prefix
      assertThat(rest).as("after %s", key).isEqualTo(all.subList(from + 1, all.size()));
    }
    assertThat(list(ListOptions.prefix("c/").withDelimiter("/"))).containsExactly("c/d/", "c/x");
    assertThat(list(ListOptions.prefix("c/"))).containsExactly("c/", "c/d", "c/x");
    assertThat(list(ListOptions.prefix("e/").withLimit(2))).containsExactly("e/");
  }

  @Test
  void theyAreNoFiles() throws IOException {
    stubs("a");
    assertThatExceptionOfType(DriverException.IsDirectory.class)
        .isThrownBy(() -> store.head("a"))
        .withMessageContaining("it is a directory");
    assertThatExceptionOfType(DriverException.IsDirectory.class)
        .isThrownBy(() -> store.get("a", GetOptions.ALL).close());
    files("a");
    assertThat(store.head("a").size()).isEqualTo(1);
    assertThat(list(ListOptions.prefix("a/"))).as("what was a stub before").isEmpty();
  }

  @Test
  void whoDeletesTheMarkerDeletesThem() {
    stubs("a", "b", "c/d", "f");
    files("b/", "c/d/x");
    store.delete("a/", Condition.always());
    store.delete("b/", Condition.always());
    store.delete("c/d/", Condition.always());
    store.delete("none/", Condition.always());
    files("f");
    store.delete("f/", Condition.always());
    assertThat(blobs()).as("no file is deleted with a marker").containsExactly("c/d/x", "f");
    stubs("g");
    assertThat(list(BY_SLASH)).containsExactly("c/", "f", "g/");
    assertThat(store.deleteAll(List.of(ObjectId.of("g/"), ObjectId.of("f/")))).isEmpty();
    assertThat(blobs()).containsExactly("c/d/x", "f");
  }

  /** As a directory is renamed. */
  @Test
  void aCopyOfTheMarkerIsOneOfTheStub() {
    stubs("a");
    assertThat(list(BY_SLASH)).containsExactly("a/");
    ListedEntry.Listed seen =
        (ListedEntry.Listed)
            store.list(ListOptions.prefix("a/"), Optional.empty()).items().getFirst();
    CopySource source =
        CopySource.of(name, "a/").withIfMatch(seen.revision()).withSize(seen.size());

    store.copy(source, "b/", CopyOptions.DEFAULT);
    store.delete("a/", Condition.ifMatch(seen.revision()));

    assertThat(blobs()).containsExactly("b/");
    ObjectInfo copy = store.head("b/");
    assertThat(copy.size()).isZero();
    // Azurite has a failed condition where nothing is.
    assertThatExceptionOfType(DriverException.class)
        .isThrownBy(() -> store.copy(source, "c/", CopyOptions.DEFAULT))
        .isInstanceOfAny(DriverException.NotFound.class, DriverException.PreconditionFailed.class);
  }
}
