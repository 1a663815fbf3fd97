package io.windlass.store.gcs.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.api.services.storage.model.Bucket;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.fake.gcs.Misbehaviour;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectReader;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.MultipartUploads;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.Upload;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.GcsBackends;
import io.windlass.store.gcs.bucket.BucketLooks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisplayName("Parts of uploads to Google are objects, of which nothing is left (on a FAKE)")
class GcsUploadsTest {
  private static final Duration WEEK = Duration.ofDays(7);

  private final FakeGcs fake = new FakeGcs("uploads");
  private final AtomicBoolean dead = new AtomicBoolean();
  @TempDir private Path directory;
  private GcsBackend backend;
  private ObjectStore store;
  private MultipartUploads uploads;
  private BucketLooks looks;

  @BeforeEach
  void open() {
    backend = GcsBackends.open(fake, directory);
    backend.buckets().create("bucket", BucketSettings.DEFAULT);
    store = backend.objects("bucket");
    uploads = store.uploads();
    looks = new BucketLooks(fake);
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  private static Content text(String text) {
    return Content.of(text.getBytes(StandardCharsets.UTF_8));
  }

  private List<String> names() {
    try {
      List<StorageObject> found =
          looks.storage().objects().list("bucket").setVersions(true).execute().getItems();
      return found == null ? List.of() : found.stream().map(StorageObject::getName).toList();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** A process dies after this many requests, and another one continues. */
  private boolean survives(long requests, Runnable work) {
    AtomicLong life = new AtomicLong(requests);
    fake.faults()
        .next(
            (_, _) -> {
              if (!dead.get() && life.getAndDecrement() <= 0) {
                dead.set(true);
                return true;
              }
              return false;
            },
            new Misbehaviour.Refused(403));
    for (int more = 0; more < 10; more++) {
      fake.faults().next((_, _) -> dead.get(), new Misbehaviour.Refused(403));
    }
    try {
      work.run();
    } catch (DriverException e) {
      assertThat(dead).isTrue();
    }
    life.set(Long.MAX_VALUE);
    return !dead.getAndSet(false);
  }

  @Test
  void moreThanCanBeComposedAtOnceAreComposed() throws IOException {
    Upload upload = uploads.start("key", PutOptions.DEFAULT.withContentType("text/x"));
    List<Part> parts = new ArrayList<>();
    StringBuilder expected = new StringBuilder();
    for (int number = 1; number <= GcsComposer.MOST_SOURCES * 2 + 1; number++) {
      parts.add(uploads.send(upload, number, text(number + ",")));
      expected.append(number).append(',');
    }

    uploads.complete(upload, parts, Condition.ifAbsent());

    try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
      assertThat(reader.readAll(1 << 20)).asString().isEqualTo(expected.toString());
    }
    assertThat(names()).containsExactly("key");
    assertThat(looks.storage().objects().get("bucket", "key").execute().getContentType())
        .isEqualTo("text/x");
  }

  @Test
  void nothingIsLeftWhereverAnUploadIsCutOff() {
    long requests = 0;
    while (!survives(requests, this::upload)) {
      uploads.of("key").forEach(uploads::abort);
      assertThat(names()).as("after %d requests", requests).isSubsetOf("key");
      store.delete("key", Condition.always());
      requests++;
    }
    assertThat(names()).containsExactly("key");
    assertThat(requests).isGreaterThan(10);
  }

  private void upload() {
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    List<Part> parts = new ArrayList<>();
    for (int number = 1; number <= 3; number++) {
      parts.add(uploads.send(upload, number, text("x")));
    }
    uploads.complete(upload, parts, Condition.ifAbsent());
  }

  /** The part was sent by a process that died before another one ended the upload. */
  @Test
  void aPartThatComesLateIsFoundByItsKey() {
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    uploads.abort(upload);
    assertThat(survives(1, () -> uploads.send(upload, 1, text("late")))).isFalse();

    assertThat(uploads.of("key")).extracting(Upload::state).containsExactly(upload.state());
    uploads.of("key").forEach(uploads::abort);
    assertThat(names()).isEmpty();
  }

  /** A replaced object would stay as a noncurrent version. */
  @Test
  void nothingIsLeftWhereVersionsAreKept() {
    backend.buckets().keepVersions("bucket", true);
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    fake.faults().next("POST", "uploadType=multipart", new Misbehaviour.AnswerReplaced(503));
    Part part = uploads.send(upload, 1, text("x"));
    assertThat(names()).hasSize(3);

    uploads.complete(upload, List.of(part), Condition.ifAbsent());

    assertThat(names()).containsExactly("key");
  }

  @Test
  void partsAreNoObjects() {
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    Part part = uploads.send(upload, 1, text("x"));

    assertThatExceptionOfType(DriverException.InvalidKey.class)
        .isThrownBy(() -> store.head(part.state()));
    assertThat(store.list(ListOptions.prefix("").withDelimiter("/"), Optional.empty()).items())
        .isEmpty();
    assertThat(store.versions().orElseThrow().list("", Optional.empty()).items()).isEmpty();
  }

  @Test
  void aPageOfPartsAloneIsNotShown() {
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    Part _ = uploads.send(upload, 1, text("x"));
    store.put("key", text("x"), PutOptions.DEFAULT);

    assertThat(store.list(ListOptions.prefix("").withLimit(1), Optional.empty()).items())
        .extracting(entry -> entry.key())
        .containsExactly("key");
  }

  @Test
  void whatUploadsLeftDoesNotKeepTheBucket() {
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    Part _ = uploads.send(upload, 1, text("x"));

    backend.buckets().delete("bucket");

    assertThat(backend.buckets().exists("bucket")).isFalse();
  }

  /** What was composed is there, whatever cannot be removed before its time. */
  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void partsThatARetentionOrAHoldKeepsAreLeft(boolean held) throws IOException {
    Bucket keeping =
        held
            ? new Bucket().setDefaultEventBasedHold(true)
            : new Bucket()
                .setRetentionPolicy(
                    new Bucket.RetentionPolicy().setRetentionPeriod(WEEK.toSeconds()));
    looks.storage().buckets().patch("bucket", keeping).execute();
    Upload upload = uploads.start("key", PutOptions.DEFAULT);
    Part part = uploads.send(upload, 1, text("x"));

    assertThat(uploads.complete(upload, List.of(part), Condition.ifAbsent()).size()).isOne();

    uploads.of("key").forEach(uploads::abort);
    assertThat(names()).hasSize(3);
    assertThat(store.list(ListOptions.prefix(""), Optional.empty()).items())
        .extracting(entry -> entry.key())
        .containsExactly("key");
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> store.delete("key", Condition.always()));
    fake.pass(WEEK.plusDays(1));
    uploads.of("key").forEach(uploads::abort);
    assertThat(names()).hasSize(held ? 3 : 1);
  }

  @Test
  void aPartOfAnotherUploadIsNotTaken() {
    Upload one = uploads.start("key", PutOptions.DEFAULT);
    Upload other = uploads.start("key", PutOptions.DEFAULT);
    Part part = uploads.send(other, 1, text("x"));

    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> uploads.complete(one, List.of(part), Condition.always()));
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> uploads.abort(new Upload("key", "../x", Optional.empty())));
  }
}
