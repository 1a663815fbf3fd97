package io.windlass.store.memory.google;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.store.Backend;
import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectReader;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
import io.windlass.store.Upload;
import io.windlass.store.contract.BucketAdminContract;
import io.windlass.store.contract.BucketView;
import io.windlass.store.contract.ObjectStoreContract;
import io.windlass.store.contract.TestBucket;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The Google-shaped store keeps the contract, on a fake")
class GoogleShapedContractTest implements ObjectStoreContract, BucketAdminContract {
  private final FakeGoogle project = new FakeGoogle(InstantSource.system());
  private final GoogleShapedBackend backend = new GoogleShapedBackend(project);

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public BucketView look(String bucket) {
    boolean versioning = project.bucket(bucket).keepsVersions();
    return new BucketView(versioning, false, OptionalInt.empty(), false, Map.of());
  }

  private static Content text(String text) {
    return Content.of(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void moreThanCanBeComposedAtOnceAreComposed(ObjectStore store) throws IOException {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    List<Part> parts = new ArrayList<>();
    StringBuilder expected = new StringBuilder();
    for (int number = 1; number <= 32 * 32 + 1; number++) {
      parts.add(uploads.send(upload, number, text(number + ",")));
      expected.append(number).append(',');
    }

    uploads.complete(upload, parts, Condition.ifAbsent());

    try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
      assertThat(reader.readAll(1 << 20)).asString().isEqualTo(expected.toString());
    }
    assertThat(names(store)).containsExactly("key");
  }

  @Test
  void nothingIsLeftOfAnUploadThatIsAborted(ObjectStore store) {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    uploads.send(upload, 1, text("x"));
    uploads.send(upload, 1, text("y"));

    uploads.abort(upload);
    assertThatExceptionOfType(StoreException.NotFound.class)
        .isThrownBy(() -> uploads.send(upload, 2, text("z")));

    assertThat(names(store)).isEmpty();
  }

  @Test
  void partsAreNoObjects(ObjectStore store) {
    Upload upload = store.uploads().start("key", PutOptions.DEFAULT);
    Part part = store.uploads().send(upload, 1, text("x"));

    assertThatExceptionOfType(StoreException.InvalidKey.class)
        .isThrownBy(() -> store.head(part.state()));
    assertThat(store.list(ListOptions.prefix("").withDelimiter("/"), Optional.empty()).items())
        .isEmpty();
  }

  @Test
  void whatUploadsLeftDoesNotKeepTheBucket(TestBucket bucket) {
    MultipartUploads uploads = bucket.objects().uploads();
    uploads.send(uploads.start("key", PutOptions.DEFAULT), 1, text("x"));

    backend.buckets().delete(bucket.name());

    assertThat(project.buckets()).doesNotContain(bucket.name());
  }

  /** The service counts that apart. */
  @Test
  void otherMetadataIsNoOtherRevision(ObjectStore store) {
    ObjectInfo before = store.put("key", text("x"), PutOptions.DEFAULT);

    ObjectInfo after =
        store
            .metadataUpdates()
            .orElseThrow()
            .update("key", Map.of("a", "b"), Condition.ifMatch(before.revision()));

    assertThat(after.revision()).isEqualTo(before.revision());
  }

  private List<String> names(ObjectStore store) {
    return project
        .bucket(store.bucket())
        .listVersions("", Optional.empty(), Optional.empty())
        .items()
        .stream()
        .map(FakeObject::name)
        .toList();
  }
}
