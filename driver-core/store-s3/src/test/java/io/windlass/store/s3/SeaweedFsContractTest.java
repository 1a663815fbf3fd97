package io.windlass.store.s3;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.backend.Backend;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.Page;
import io.windlass.store.PutOptions;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.store.contract.PropertiesContract;
import io.windlass.store.contract.S3BucketView;
import io.windlass.testing.LongForm;
import io.windlass.testing.RealServer;
import io.windlass.testing.S3Clients;
import io.windlass.testing.SeaweedFsServer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import software.amazon.awssdk.services.s3.S3Client;

/** The S3 backend of flavour seaweedfs keeps the contract of data and buckets, on SeaweedFS. */
@RealServer(SeaweedFsServer.class)
@TestInstance(Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class SeaweedFsContractTest
    implements ObjectStoreContract, PropertiesContract, BucketAdminContract {
  private final SeaweedFsServer server;
  private final S3Client plain;
  private S3Backend backend;

  SeaweedFsContractTest(SeaweedFsServer server) {
    this.server = server;
    this.plain = S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret());
  }

  @BeforeAll
  void open(@TempDir Path directory) {
    backend = SeaweedFsConfig.open(server, directory);
  }

  @AfterAll
  void close() {
    backend.close();
    plain.close();
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public BucketView look(String bucket) {
    return S3BucketView.of(plain, bucket);
  }

  /** Pages go directory by directory, as where directories are real. */
  @Test
  @Override
  public void theOrderIsThatOfUtf8Bytes(ObjectStore store) {
    List<String> keys = List.of("A", "Z", "a-b", "a.b", "a/b", "a0", "é", "\uff61", "😀");
    keys.reversed().forEach(key -> store.put(key, Content.of(new byte[0]), PutOptions.DEFAULT));

    assertThat(keys(store, ListOptions.prefix(""))).isEqualTo(keys);
    assertThat(keys(store, ListOptions.prefix("").withLimit(1)))
        .containsExactly("A", "Z", "a/b", "a-b", "a.b", "a0", "é", "\uff61", "😀");
  }

  private static List<String> keys(ObjectStore store, ListOptions options) {
    List<String> keys = new ArrayList<>();
    Optional<String> token = Optional.empty();
    do {
      Page<ListedEntry> page = store.list(options, token);
      page.items().forEach(entry -> keys.add(entry.key()));
      token = page.next();
    } while (token.isPresent());
    return keys;
  }

  @SuppressWarnings("JUnitMethodInvoked") // the same test, elsewhere in the long form
  @Test
  @LongForm(gate = "MinioContractTest", reason = "this server takes half a minute for its versions")
  @Override
  public void versionsOfAllKeysAreListedInPages() throws Throwable {
    ObjectStoreContract.super.versionsOfAllKeysAreListedInPages();
  }

  @SuppressWarnings("JUnitMethodInvoked") // the same test, elsewhere in the long form
  @Test
  @LongForm(gate = "MinioContractTest", reason = "this server takes seconds for so many")
  @Override
  public void moreThanAThousandAreListedAndDeleted(ObjectStore store) throws Exception {
    ObjectStoreContract.super.moreThanAThousandAreListedAndDeleted(store);
  }

  @SuppressWarnings("JUnitMethodInvoked") // the same test, elsewhere in the long form
  @Test
  @LongForm(
      gate = {"MinioContractTest", "VersitygwContractTest"},
      reason = "this server takes seconds for so many")
  @Override
  public void noIncrementIsLost(ObjectStore store) throws Throwable {
    ObjectStoreContract.super.noIncrementIsLost(store);
  }

  @SuppressWarnings("JUnitMethodInvoked") // the same test, elsewhere in the long form
  @Test
  @LongForm(gate = "MinioContractTest", reason = "this server takes seconds for so many")
  @Override
  public void aReaderNeverMixesTwoObjects(ObjectStore store) {
    ObjectStoreContract.super.aReaderNeverMixesTwoObjects(store);
  }

  /** A key that ends in a slash is a directory of the server's, which keeps no metadata of it. */
  @Test
  @Override
  public void directoriesAreObjects(ObjectStore store) {
    store.put(
        "a/b/", Content.of(new byte[0]), PutOptions.DEFAULT.withMetadata(Map.of("mode", "16877")));
    ObjectInfo found = store.head("a/b/");
    assertThat(found.size()).isZero();
    assertThat(found.metadata()).isEmpty();
    assertThat(keys(store, ListOptions.prefix("a/b/"))).containsExactly("a/b/");
  }

  /** It keeps no content of a directory either. */
  @ParameterizedTest
  @FieldSource("io.windlass.store.contract.KeyContract#STRANGE")
  @Override
  public void strangeKeysWorkOrAreRefused(String key, ObjectStore store) {
    if (key.endsWith("/")) {
      store.put(key, Content.of(new byte[] {1}), PutOptions.DEFAULT);
      assertThat(store.head(key).size()).isZero();
    } else {
      ObjectStoreContract.super.strangeKeysWorkOrAreRefused(key, store);
    }
  }
}
