package io.windlass.store.azure;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectReader;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.contract.DeleteContract;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.contract.VersionContract;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/**
 * Differences in an account of the FAKE that keeps versions and deleted blobs. All of the contract
 * is {@link FakeAzureVersionsObjectsTest}.
 */
@TestInstance(Lifecycle.PER_CLASS)
class FakeAzureVersionsContractTest implements VersionContract, DeleteContract {
  private static final AccountSettings KEPT =
      AccountSettings.FLAT.withVersions().withSoftDelete(Duration.ofDays(7));

  private final FakeAzure fake = new FakeAzure();
  private FakeAccount account;
  private AzureBackend backend;

  @BeforeAll
  void open(@TempDir Path directory) throws IOException {
    account = fake.add("versions", KEPT);
    backend = FakeBackends.open(account, directory);
  }

  @AfterAll
  void close() {
    backend.close();
    fake.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  FakeAccount account() {
    return account;
  }

  /** "soft-delete-blob-overview": who lists a container is not shown what was deleted softly. */
  @Test
  void oldVersionsAreSomethingAndWhatWasDeletedSoftlyIsNot(TestBucket bucket) {
    ObjectStore store = bucket.objects();
    String version = put(store, "x");
    store.delete("key", Condition.always());
    assertThatExceptionOfType(DriverException.NotEmpty.class)
        .isThrownBy(() -> backend.buckets().delete(bucket.name()));
    assertThat(store.deleteAll(List.of(ObjectId.of("key", version)))).isEmpty();
    backend.buckets().delete(bucket.name());
    assertThat(backend.buckets().exists(bucket.name())).isFalse();
  }

  /** A blob of a time when the account kept no versions, and one of a time when it did. */
  @Test
  void whatIsKeptFollowsTheAccount(@TempDir Path directory) throws IOException {
    FakeAccount other = fake.add("changing", AccountSettings.FLAT);
    try (AzureBackend changing = FakeBackends.open(other, directory)) {
      whatIsKeptFollows(other, TestBucket.create(changing, BucketSettings.DEFAULT));
    }
  }

  private static void whatIsKeptFollows(FakeAccount account, TestBucket bucket) {
    ObjectStore store = bucket.objects();
    store.put("key", text("before"), PutOptions.DEFAULT);
    account.set(KEPT);
    ListedVersion before = versions(store).getFirst();
    assertThat(before.kept()).isFalse();
    CopySource unkept = CopySource.of(bucket.name(), "key").withVersion(before.version());
    store.copy(unkept, "copy", CopyOptions.DEFAULT);
    String kept = put(store, "during");
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> store.copy(unkept, "copy", CopyOptions.DEFAULT));
    store.versions().orElseThrow().delete("key", before.version());
    account.set(AccountSettings.FLAT);
    store.put("key", text("after"), PutOptions.DEFAULT);
    store.copy(CopySource.of(bucket.name(), "key").withVersion(kept), "copy", CopyOptions.DEFAULT);
    assertThat(read(store, "copy")).isEqualTo("during");
    assertThat(read(store, "key")).isEqualTo("after");
    assertThat(versions(store))
        .filteredOn(version -> version.key().equals("key"))
        .extracting(ListedVersion::latest)
        .as("the two of before, and the one that is there")
        .containsExactlyInAnyOrder(false, false, true);
    bucket.close();
  }

  /** Nobody can delete a current version by its id alone. */
  @Test
  void aVersionIsDeletedAndTheOneThatReplacedItMeanwhileStays(TestBucket bucket) {
    ObjectStore store = bucket.objects();
    String first = put(store, "first");
    String second = put(store, "second");
    assertThat(store.deleteAll(List.of(ObjectId.of("key", second), ObjectId.of("key", first))))
        .isEmpty();
    assertThat(versions(store)).isEmpty();
    String third = put(store, "third");
    put(store, "fourth");
    store.versions().orElseThrow().delete("key", third);
    assertThat(read(store, "key")).isEqualTo("fourth");
    assertThat(versions(store)).hasSize(1);
  }

  private static Content text(String text) {
    return Content.of(text.getBytes(UTF_8));
  }

  private static String put(ObjectStore store, String text) {
    return store.put("key", text(text), PutOptions.DEFAULT).version().orElseThrow();
  }

  private static String read(ObjectStore store, String key) {
    try (ObjectReader reader = store.get(key, GetOptions.ALL)) {
      return new String(reader.readAll(100), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<ListedVersion> versions(ObjectStore store) {
    return store.versions().orElseThrow().list("", Optional.empty()).items();
  }
}
