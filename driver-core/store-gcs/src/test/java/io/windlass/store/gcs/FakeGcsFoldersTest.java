package io.windlass.store.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.api.services.storage.model.Folder;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.fake.gcs.Misbehaviour;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.Revision;
import io.windlass.store.AtomicRenames;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.contract.RenameContract;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.gcs.bucket.BucketLooks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Buckets of Google with a hierarchical namespace (on a FAKE)")
@TestInstance(Lifecycle.PER_CLASS)
class FakeGcsFoldersTest implements RenameContract {
  private static final BucketSettings VERSIONED =
      new BucketSettings(
          Optional.empty(),
          true,
          false,
          OptionalLong.empty(),
          OptionalInt.empty(),
          BucketSettings.DEFAULT.encryption(),
          Map.of());

  private final FakeGcs fake = new FakeGcs("folders");
  private GcsBackend backend;
  private BucketLooks looks;

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = GcsBackends.open(fake, directory);
    looks = new BucketLooks(fake);
  }

  @AfterAll
  void close() {
    backend.close();
    fake.close();
  }

  @Override
  public Backend backend() {
    return HierarchicalBuckets.of(backend);
  }

  private static Revision put(ObjectStore store, String key) {
    return store
        .put(key, Content.of(key.getBytes(StandardCharsets.UTF_8)), PutOptions.DEFAULT)
        .revision();
  }

  private static AtomicRenames renames(ObjectStore store) {
    return store.renames().orElseThrow();
  }

  private static List<String> keys(ObjectStore store, ListOptions options) {
    return store.list(options, Optional.empty()).items().stream().map(ListedEntry::key).toList();
  }

  private List<String> folders(ObjectStore store) throws IOException {
    return Optional.ofNullable(looks.storage().folders().list(store.bucket()).execute().getItems())
        .orElse(List.of())
        .stream()
        .map(Folder::getName)
        .toList();
  }

  /** The role of nodes does not permit to look at operations. */
  @Test
  void aRenameThatTakesLongIsWaitedFor(ObjectStore store, @TempDir Path user) {
    fake.settings().operationsTake(3);
    put(store, "a/1");
    renames(store).directory("a/", "b/");
    String node = fake.serviceAccount("node");
    fake.grant(node, "roles/storage.objectUser");
    try (GcsBackend other = GcsBackends.open(fake, user, node, GcsBackends.connection(fake))) {
      renames(other.objects(store.bucket())).directory("b/", "c/");
    }
    assertThat(keys(store, ListOptions.prefix(""))).containsExactly("c/1");
  }

  @Test
  void aRenameWhoseAnswerIsLostIsKnown(ObjectStore store) {
    Revision file = put(store, "file");
    put(store, "a/1");
    fake.faults().next("POST", "/renameTo/", new Misbehaviour.AnswerLost());
    fake.faults().next("POST", "/moveTo/", new Misbehaviour.AnswerLost());

    renames(store).directory("a/", "b/");
    Revision moved = renames(store).object("file", "new", file, Condition.ifAbsent());

    assertThat(keys(store, ListOptions.prefix(""))).containsExactly("b/1", "new");
    assertThat(store.head("new").revision()).isEqualTo(moved);
    put(store, "file");
    assertThat(renames(store).object("file", "new", file, Condition.ifAbsent())).isEqualTo(moved);
    put(store, "new");
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .as("another object is at the new name")
        .isThrownBy(() -> renames(store).object("file", "new", file, Condition.ifAbsent()));
  }

  /** A copy of it, which has its metadata, is not what was renamed. */
  @Test
  void aCopyIsNoRename(ObjectStore store) throws IOException {
    Revision file = put(store, "file");
    put(store, "taken");
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> renames(store).object("file", "taken", file, Condition.ifAbsent()));
    fake.pass(Duration.ofSeconds(2)); // a name takes one write a second
    looks
        .storage()
        .objects()
        .copy(
            store.bucket(),
            "file",
            store.bucket(),
            "taken",
            looks.storage().objects().get(store.bucket(), "file").execute())
        .execute();

    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> renames(store).object("file", "taken", file, Condition.ifAbsent()));
    assertThat(store.head("file").metadata()).isEmpty();
  }

  @Test
  void anEmptyFolderOfOthersIsADirectory(ObjectStore store) throws IOException {
    for (String name : List.of("theirs/", "theirs/deep/")) {
      looks.storage().folders().insert(store.bucket(), new Folder().setName(name)).execute();
    }
    ListOptions below = ListOptions.prefix("theirs/deep/");
    assertThat(keys(store, ListOptions.prefix("").withDelimiter("/"))).containsExactly("theirs/");
    assertThat(keys(store, ListOptions.prefix("theirs/").withDelimiter("/")))
        .containsExactly("theirs/deep/");
    assertThat(keys(store, below.withLimit(1))).containsExactly("theirs/deep/");
    assertThat(keys(store, ListOptions.prefix("none/"))).isEmpty();

    put(store, "theirs/deep/file");
    store.delete("theirs/deep/", Condition.always());
    assertThat(keys(store, below)).containsExactly("theirs/deep/file");
    assertThat(store.deleteAll(List.of(ObjectId.of("theirs/"), ObjectId.of("theirs/deep/file"))))
        .isEmpty();
    assertThat(folders(store)).containsExactly("theirs/", "theirs/deep/");
    assertThat(store.deleteAll(List.of(ObjectId.of("theirs/"), ObjectId.of("theirs/deep/"))))
        .isEmpty();
    assertThat(folders(store)).isEmpty();
  }

  @Test
  void nothingStaysThatHasNoUse(TestBucket bucket) throws IOException {
    ObjectStore store = bucket.objects();
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("a/large", PutOptions.DEFAULT);
    uploads.complete(
        upload, List.of(uploads.send(upload, 1, Content.of(new byte[1]))), Condition.always());
    assertThat(folders(store)).containsExactly(".windlass-uploads/", "a/");
    store.delete("a/large", Condition.always());

    backend.buckets().delete(store.bucket());

    assertThat(backend.buckets().exists(store.bucket())).isFalse();
  }

  @Test
  void itKeepsNoVersions(ObjectStore store) {
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> backend.buckets().keepVersions(store.bucket(), true))
        .withMessageContaining("keeps no versions");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(
            () -> backend.buckets().create("both", VERSIONED.withHierarchicalNamespace(true)))
        .withMessageContaining("hierarchicalNamespace");
    assertThatExceptionOfType(DriverException.AlreadyExists.class)
        .isThrownBy(() -> backend.buckets().create(store.bucket(), BucketSettings.DEFAULT))
        .withMessageContaining("namespace");
  }

  @Test
  void aFlatBucketHasNoRenames() {
    backend.buckets().create("flat-one", BucketSettings.DEFAULT);
    assertThat(backend.objects("flat-one").renames()).isEmpty();
  }
}
