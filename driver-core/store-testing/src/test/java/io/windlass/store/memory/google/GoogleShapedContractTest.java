package io.windlass.store.memory.google;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.store.CopyResult;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
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
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

@DisplayName("The Google-shaped store keeps the contract, on a fake")
class GoogleShapedContractTest implements ObjectStoreContract, BucketAdminContract {
  private final AtomicLong life = new AtomicLong(Long.MAX_VALUE);
  private final FakeGoogle project = new FakeGoogle(InstantSource.system(), this::request);
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

  private void request() {
    if (life.getAndDecrement() <= 0) {
      throw new DriverException.Unavailable("cut off by the test", null);
    }
  }

  /** It dies with the request after so many, and another process goes on. */
  private boolean survives(long requests, Runnable work) {
    life.set(requests);
    try {
      work.run();
      return true;
    } catch (DriverException.Unavailable e) {
      return false;
    } finally {
      life.set(Long.MAX_VALUE);
    }
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
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> uploads.send(upload, 2, text("z")));

    assertThat(names(store)).isEmpty();
  }

  @Test
  void nothingIsLeftWhereverAnUploadIsCutOff(ObjectStore store) {
    MultipartUploads uploads = store.uploads();
    for (boolean whole : List.of(true, false)) {
      Runnable work = whole ? () -> upload(store) : () -> giveUp(uploads);
      long requests = 0;
      while (!survives(requests, work)) {
        uploads.of("key").forEach(uploads::abort);
        assertThat(names(store)).as("after %d requests", requests).isSubsetOf("key");
        store.delete("key", Condition.always());
        requests++;
      }
      assertThat(names(store)).hasSize(whole ? 1 : 0);
      assertThat(requests).isGreaterThan(whole ? 70 : 5);
      store.delete("key", Condition.always());
    }
  }

  private static void upload(ObjectStore store) {
    Upload upload = store.uploads().start("key", PutOptions.DEFAULT);
    List<Part> parts = new ArrayList<>();
    for (int number = 1; number <= FakeBucket.MOST_SOURCES + 1; number++) {
      parts.add(store.uploads().send(upload, number, text("x")));
    }
    store.uploads().complete(upload, parts, Condition.ifAbsent());
  }

  private static void giveUp(MultipartUploads uploads) {
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    uploads.send(upload, 1, text("x"));
    uploads.abort(upload);
  }

  /** It was sent by a process that died before another ended the upload. */
  @Test
  void aPartThatComesLateIsFoundByItsKey(ObjectStore store) {
    MultipartUploads uploads = store.uploads();
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    uploads.abort(upload);
    assertThat(survives(1, () -> uploads.send(upload, 1, text("late")))).isFalse();

    assertThat(uploads.of("key")).extracting(Upload::state).containsExactly(upload.state());
    uploads.of("key").forEach(uploads::abort);
    assertThat(names(store)).isEmpty();
  }

  @Test
  void partsAreNoObjects(ObjectStore store) {
    Upload upload = store.uploads().start("key", PutOptions.DEFAULT);
    Part part = store.uploads().send(upload, 1, text("x"));

    assertThatExceptionOfType(DriverException.InvalidKey.class)
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

    CopyResult after =
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
