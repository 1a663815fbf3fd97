package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.store.ByteRange;
import io.windlass.store.Condition;
import io.windlass.store.Content;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.ObjectInfo;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.StoreException;
import io.windlass.store.Upload;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Objects that are written in parts. */
public interface UploadContract extends Contract {

  @Test
  default void partsMayComeInAnyOrderAndTogether(ObjectStore store) throws Exception {
    int partSize = partSize();
    byte[] content = Bytes.of(3 * partSize + partSize / 2 + 1);
    Upload upload = store.startUpload("key", PutOptions.DEFAULT.withMetadata(Map.of("uid", "7")));

    List<Part> parts =
        Race.of(4, i -> () -> store.uploadPart(upload, 4 - i, slice(content, 3 - i, partSize)));
    assertThat(Listings.keys(store)).as("invisible until it is completed").isEmpty();
    ObjectInfo done =
        store.completeUpload(
            upload,
            parts.stream().sorted(Comparator.comparingInt(Part::number)).toList(),
            Condition.always());

    assertThat(done.size()).isEqualTo(content.length);
    assertThat(Bytes.read(store, "key")).isEqualTo(content);
    assertThat(store.head("key").etag()).isEqualTo(done.etag());
    assertThat(store.head("key").metadata()).isEqualTo(Map.of("uid", "7"));
    assertThat(uploads(store)).isEmpty();
  }

  @Test
  default void aPartThatIsSentAgainIsReplaced(ObjectStore store) {
    Upload upload = store.startUpload("key", PutOptions.DEFAULT);
    store.uploadPart(upload, 1, Bytes.text("wrong"));
    Part part = store.uploadPart(upload, 1, Bytes.text("right"));

    store.completeUpload(upload, List.of(part), Condition.always());

    assertThat(Bytes.readText(store, "key")).isEqualTo("right");
  }

  @Test
  default void anotherProcessCanGoOnWithAnUpload(ObjectStore store) {
    int partSize = partSize();
    byte[] content = Bytes.of(partSize + 10);
    Upload begun = store.startUpload("key", PutOptions.DEFAULT);
    store.uploadPart(begun, 1, slice(content, 0, partSize));
    store.uploadPart(begun, 2, slice(content, 1, partSize));

    Upload found = uploads(store).getFirst();
    assertThat(found.key()).isEqualTo("key");
    assertThat(found.id()).isEqualTo(begun.id());
    assertThat(found.started()).isPresent();
    List<Part> parts = Pages.all(token -> store.listParts(found, token));
    assertThat(parts).extracting(Part::number).containsExactly(1, 2);
    assertThat(parts).extracting(Part::size).containsExactly((long) partSize, 10L);
    store.completeUpload(found, parts, Condition.always());

    assertThat(Bytes.read(store, "key")).isEqualTo(content);
  }

  @Test
  default void anAbortedUploadIsGone(ObjectStore store) {
    Upload upload = store.startUpload("key", PutOptions.DEFAULT);
    Part part = store.uploadPart(upload, 1, Bytes.text("x"));

    store.abortUpload(upload);
    store.abortUpload(upload);

    assertThat(uploads(store)).isEmpty();
    assertThatExceptionOfType(StoreException.NotFound.class)
        .isThrownBy(() -> store.uploadPart(upload, 2, Bytes.text("y")));
    assertThatExceptionOfType(StoreException.NotFound.class)
        .isThrownBy(() -> store.completeUpload(upload, List.of(part), Condition.always()));
    assertThat(Listings.keys(store)).isEmpty();
  }

  @Test
  default void uploadsAreListedByPrefix(ObjectStore store) {
    Upload one = store.startUpload("a/ü 1", PutOptions.DEFAULT);
    Upload two = store.startUpload("a/2", PutOptions.DEFAULT);
    Upload other = store.startUpload("b", PutOptions.DEFAULT);

    assertThat(uploads(store))
        .extracting(Upload::id)
        .containsExactlyInAnyOrder(one.id(), two.id(), other.id());
    assertThat(Pages.all(token -> store.listUploads("a/", token)))
        .extracting(Upload::key)
        .containsExactlyInAnyOrder("a/ü 1", "a/2");
  }

  @Test
  default void uploadsOfAKeyAreListed(ObjectStore store) {
    Upload one = store.startUpload("a/ü 1", PutOptions.DEFAULT);
    Upload two = store.startUpload("a/ü 1", PutOptions.DEFAULT);
    store.startUpload("a/ü 10", PutOptions.DEFAULT);
    Upload over = store.startUpload("a/ü 1", PutOptions.DEFAULT);
    store.abortUpload(over);

    assertThat(store.uploadsOf("a/ü 1"))
        .allSatisfy(upload -> assertThat(upload.key()).isEqualTo("a/ü 1"))
        .extracting(Upload::id)
        .containsExactlyInAnyOrder(one.id(), two.id());
    assertThat(store.uploadsOf("a/")).isEmpty();
  }

  @Test
  default void partsThatAreTooSmallAreRefused(ObjectStore store) {
    Upload upload = store.startUpload("key", PutOptions.DEFAULT);
    Part one = store.uploadPart(upload, 1, Bytes.text("small"));
    Part two = store.uploadPart(upload, 2, Bytes.text("last"));

    if (backend().capabilities().minPartBytes() > 5) {
      assertThatExceptionOfType(StoreException.InvalidArgument.class)
          .isThrownBy(() -> store.completeUpload(upload, List.of(one, two), Condition.always()));
      assertThat(Listings.keys(store)).isEmpty();
    } else {
      store.completeUpload(upload, List.of(one, two), Condition.always());
      assertThat(Bytes.readText(store, "key")).isEqualTo("smalllast");
    }
  }

  @Test
  default void completionCanBeConditional(ObjectStore store) throws Throwable {
    ObjectInfo taken = store.put("key", Bytes.text("kept"), PutOptions.DEFAULT);
    Upload upload = store.startUpload("key", PutOptions.DEFAULT);
    List<Part> parts = List.of(store.uploadPart(upload, 1, Bytes.text("new")));
    worksOrIsRefused(
        Feature.COMPLETE_CONDITIONAL,
        () -> store.completeUpload(upload, parts, Condition.ifAbsent()),
        () -> {
          assertThatExceptionOfType(StoreException.PreconditionFailed.class)
              .isThrownBy(() -> store.completeUpload(upload, parts, Condition.ifAbsent()));
          assertThat(Bytes.readText(store, "key")).isEqualTo("kept");

          Upload again = store.startUpload("key", PutOptions.DEFAULT);
          List<Part> its = List.of(store.uploadPart(again, 1, Bytes.text("new")));
          store.completeUpload(again, its, Condition.ifMatch(taken.etag()));
          assertThat(Bytes.readText(store, "key")).isEqualTo("new");
        });
    if (!has(Feature.COMPLETE_CONDITIONAL)) {
      assertThat(Bytes.readText(store, "key")).isEqualTo("kept");
    }
  }

  @Test
  default void ofManyCompletionsOneWins(ObjectStore store) throws Throwable {
    int threads = has(Feature.COMPLETE_CONDITIONAL) ? 16 : 1;
    List<Upload> uploads = new ArrayList<>();
    List<List<Part>> parts = new ArrayList<>();
    for (int i = 0; i < threads; i++) {
      uploads.add(store.startUpload("key", PutOptions.DEFAULT));
      parts.add(List.of(store.uploadPart(uploads.get(i), 1, Bytes.text("" + i))));
    }
    worksOrIsRefused(
        Feature.COMPLETE_CONDITIONAL,
        () -> store.completeUpload(uploads.get(0), parts.get(0), Condition.ifAbsent()),
        () -> {
          List<Boolean> won =
              Race.of(threads, i -> () -> completes(store, uploads.get(i), parts.get(i)));
          assertThat(won).containsOnlyOnce(true);
          assertThat(Bytes.readText(store, "key")).isEqualTo("" + won.indexOf(true));
        });
  }

  @Test
  default void aPartCanBeCopiedFromAnObject(ObjectStore store) throws Throwable {
    int partSize = partSize();
    byte[] content = Bytes.of(2 * partSize);
    ObjectInfo source = store.put("source +ü", Content.of(content), PutOptions.DEFAULT);
    CopySource from = CopySource.of(store.bucket(), "source +ü");
    ByteRange range = new ByteRange(1000, partSize);
    Upload upload = store.startUpload("key", PutOptions.DEFAULT);
    worksOrIsRefused(
        Feature.COPY_PART,
        () -> store.copyPart(upload, 1, from, range),
        () -> {
          assertThatExceptionOfType(StoreException.PreconditionFailed.class)
              .isThrownBy(() -> store.copyPart(upload, 1, from.withIfMatch("\"other\""), range));
          Part copied = store.copyPart(upload, 1, from.withIfMatch(source.etag()), range);
          Part sent = store.uploadPart(upload, 2, Bytes.text("end"));
          store.completeUpload(upload, List.of(copied, sent), Condition.always());

          assertThat(copied.size()).isEqualTo(partSize);
          byte[] expected = new byte[partSize + 3];
          System.arraycopy(content, 1000, expected, 0, partSize);
          ByteBuffer.wrap(expected).position(partSize).put(new byte[] {'e', 'n', 'd'});
          assertThat(Bytes.read(store, "key")).isEqualTo(expected);
        });
  }

  private int partSize() {
    return Math.toIntExact(Math.max(backend().capabilities().minPartBytes(), 1 << 20));
  }

  private static Content slice(byte[] content, int index, int partSize) {
    int from = index * partSize;
    return Content.of(ByteBuffer.wrap(content, from, Math.min(partSize, content.length - from)));
  }

  private static List<Upload> uploads(ObjectStore store) {
    return Pages.all(token -> store.listUploads("", token));
  }

  private static boolean completes(ObjectStore store, Upload upload, List<Part> parts) {
    try {
      store.completeUpload(upload, parts, Condition.ifAbsent());
      return true;
    } catch (StoreException.PreconditionFailed e) {
      return false;
    }
  }
}
