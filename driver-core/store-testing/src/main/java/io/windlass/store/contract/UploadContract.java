package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.Revision;
import io.windlass.store.CopySource;
import io.windlass.store.Feature;
import io.windlass.store.ObjectStore;
import io.windlass.store.Part;
import io.windlass.store.PutOptions;
import io.windlass.store.RangeCopy;
import io.windlass.store.Upload;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Objects that are written in parts. */
public interface UploadContract extends Contract {

  @Test
  default void partsMayComeInAnyOrderAndTogether(ObjectStore store) throws Exception {
    int partSize = partSize();
    byte[] content = Bytes.of(3 * partSize + partSize / 2 + 1);
    Upload upload =
        store.uploads().start("key", PutOptions.DEFAULT.withMetadata(Map.of("uid", "7")));

    List<Part> parts =
        Race.of(4, i -> () -> store.uploads().send(upload, 4 - i, slice(content, 3 - i, partSize)));
    assertThat(Listings.keys(store)).as("invisible until it is completed").isEmpty();
    ObjectInfo done =
        store
            .uploads()
            .complete(
                upload,
                parts.stream().sorted(Comparator.comparingInt(Part::number)).toList(),
                Condition.always());

    assertThat(done.size()).isEqualTo(content.length);
    assertThat(Bytes.read(store, "key")).isEqualTo(content);
    assertThat(store.head("key").revision()).isEqualTo(done.revision());
    assertThat(store.head("key").metadata()).isEqualTo(Map.of("uid", "7"));
    assertThat(uploads(store)).isEmpty();
  }

  @Test
  default void aPartThatIsSentAgainIsReplaced(ObjectStore store) {
    Upload upload = store.uploads().start("key", PutOptions.DEFAULT);
    store.uploads().send(upload, 1, Bytes.text("wrong"));
    Part part = store.uploads().send(upload, 1, Bytes.text("right"));

    store.uploads().complete(upload, List.of(part), Condition.always());

    assertThat(Bytes.readText(store, "key")).isEqualTo("right");
  }

  @Test
  default void anotherProcessCanGoOnWithAnUpload(ObjectStore store) {
    int partSize = partSize();
    byte[] content = Bytes.of(partSize + 10);
    Upload begun = store.uploads().start("key", PutOptions.DEFAULT);
    store.uploads().send(begun, 1, slice(content, 0, partSize));
    store.uploads().send(begun, 2, slice(content, 1, partSize));

    Upload found =
        areListed(store)
            ? uploads(store).getFirst()
            : new Upload(begun.key(), begun.state(), Optional.empty());
    assertThat(found.key()).isEqualTo("key");
    assertThat(found.state()).isEqualTo(begun.state());
    assertThat(found.started().isPresent()).isEqualTo(areListed(store));
    List<Part> parts = Pages.all(token -> store.uploads().parts(found, token));
    assertThat(parts).extracting(Part::number).containsExactly(1, 2);
    assertThat(parts).extracting(Part::size).containsExactly((long) partSize, 10L);
    store.uploads().complete(found, parts, Condition.always());

    assertThat(Bytes.read(store, "key")).isEqualTo(content);
  }

  @Test
  default void anAbortedUploadIsGone(ObjectStore store) {
    Upload upload = store.uploads().start("key", PutOptions.DEFAULT);
    Part part = store.uploads().send(upload, 1, Bytes.text("x"));

    store.uploads().abort(upload);
    store.uploads().abort(upload);

    assertThat(uploads(store)).isEmpty();
    if (areListed(store)) {
      assertThatExceptionOfType(DriverException.NotFound.class)
          .isThrownBy(() -> store.uploads().send(upload, 2, Bytes.text("y")));
      assertThatExceptionOfType(DriverException.NotFound.class)
          .isThrownBy(() -> store.uploads().complete(upload, List.of(part), Condition.always()));
    }
    assertThat(Listings.keys(store)).isEmpty();
  }

  @Test
  default void aCompletedUploadIsGone(ObjectStore store) {
    Upload upload = store.uploads().start("key", PutOptions.DEFAULT);
    List<Part> parts = List.of(store.uploads().send(upload, 1, Bytes.text("x")));
    store.uploads().complete(upload, parts, Condition.always());
    store.put("key", Bytes.text("other"), PutOptions.DEFAULT);

    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> store.uploads().complete(upload, parts, Condition.always()));
    store.uploads().abort(upload);
    assertThat(Bytes.readText(store, "key")).isEqualTo("other");
  }

  @Test
  default void uploadsAreListedByPrefix(ObjectStore store) {
    Upload one = store.uploads().start("a/ü 1", PutOptions.DEFAULT);
    Upload two = store.uploads().start("a/2", PutOptions.DEFAULT);
    Upload other = store.uploads().start("b", PutOptions.DEFAULT);

    if (!areListed(store)) {
      assertThat(uploads(store)).isEmpty();
      return;
    }
    assertThat(uploads(store))
        .extracting(Upload::state)
        .containsExactlyInAnyOrder(one.state(), two.state(), other.state());
    assertThat(Pages.all(token -> store.uploads().list("a/", token)))
        .extracting(Upload::key)
        .containsExactlyInAnyOrder("a/ü 1", "a/2");
  }

  @Test
  default void uploadsOfAKeyAreListed(ObjectStore store) {
    Upload one = store.uploads().start("a/ü 1", PutOptions.DEFAULT);
    Upload two = store.uploads().start("a/ü 1", PutOptions.DEFAULT);
    store.uploads().start("a/ü 10", PutOptions.DEFAULT);
    Upload over = store.uploads().start("a/ü 1", PutOptions.DEFAULT);
    store.uploads().abort(over);

    if (!areListed(store)) {
      assertThat(store.uploads().of("a/ü 1")).isEmpty();
      return;
    }
    assertThat(store.uploads().of("a/ü 1"))
        .allSatisfy(upload -> assertThat(upload.key()).isEqualTo("a/ü 1"))
        .extracting(Upload::state)
        .containsExactlyInAnyOrder(one.state(), two.state());
    assertThat(store.uploads().of("a/")).isEmpty();
  }

  @Test
  default void partsThatAreTooSmallAreRefused(ObjectStore store) {
    Upload upload = store.uploads().start("key", PutOptions.DEFAULT);
    Part one = store.uploads().send(upload, 1, Bytes.text("small"));
    Part two = store.uploads().send(upload, 2, Bytes.text("last"));

    if (backend().capabilities().minPartBytes() > 5) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(
              () -> store.uploads().complete(upload, List.of(one, two), Condition.always()));
      assertThat(Listings.keys(store)).isEmpty();
    } else {
      store.uploads().complete(upload, List.of(one, two), Condition.always());
      assertThat(Bytes.readText(store, "key")).isEqualTo("smalllast");
    }
  }

  @Test
  default void completionCanBeConditional(ObjectStore store) throws Throwable {
    ObjectInfo taken = store.put("key", Bytes.text("kept"), PutOptions.DEFAULT);
    Upload upload = store.uploads().start("key", PutOptions.DEFAULT);
    List<Part> parts = List.of(store.uploads().send(upload, 1, Bytes.text("new")));
    worksOrIsRefused(
        Feature.COMPLETE_CONDITIONAL,
        () -> store.uploads().complete(upload, parts, Condition.ifAbsent()),
        () -> {
          assertThatExceptionOfType(DriverException.PreconditionFailed.class)
              .isThrownBy(() -> store.uploads().complete(upload, parts, Condition.ifAbsent()));
          assertThat(Bytes.readText(store, "key")).isEqualTo("kept");

          Upload again = store.uploads().start("key", PutOptions.DEFAULT);
          List<Part> its = List.of(store.uploads().send(again, 1, Bytes.text("new")));
          store.uploads().complete(again, its, Condition.ifMatch(taken.revision()));
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
      uploads.add(store.uploads().start("key", PutOptions.DEFAULT));
      parts.add(List.of(store.uploads().send(uploads.get(i), 1, Bytes.text("" + i))));
    }
    worksOrIsRefused(
        Feature.COMPLETE_CONDITIONAL,
        () -> store.uploads().complete(uploads.get(0), parts.get(0), Condition.ifAbsent()),
        () -> {
          List<Boolean> won =
              Race.of(threads, i -> () -> completes(store, uploads.get(i), parts.get(i)));
          assertThat(won).containsOnlyOnce(true);
          assertThat(Bytes.readText(store, "key")).isEqualTo("" + won.indexOf(true));
        });
  }

  @Test
  default void aPartCanBeCopiedFromAnObject(ObjectStore store) {
    int partSize = partSize();
    byte[] content = Bytes.of(2 * partSize);
    ObjectInfo source = store.put("source +ü", Content.of(content), PutOptions.DEFAULT);
    CopySource from = CopySource.of(store.bucket(), "source +ü");
    ByteRange range = new ByteRange(1000, partSize);
    Upload upload = store.uploads().startWithCopies("key", PutOptions.DEFAULT);
    CopySource other = from.withIfMatch(new Revision("\"other\""));
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> new RangeCopy(store, other, store, upload).part(1, range));

    CopySource seen = from.withIfMatch(source.revision());
    Part copied = new RangeCopy(store, seen, store, upload).part(1, range);
    Part sent = store.uploads().send(upload, 2, Bytes.text("end"));
    store.uploads().complete(upload, List.of(copied, sent), Condition.always());

    assertThat(copied.size()).isEqualTo(partSize);
    byte[] expected = new byte[partSize + 3];
    System.arraycopy(content, 1000, expected, 0, partSize);
    ByteBuffer.wrap(expected).position(partSize).put(new byte[] {'e', 'n', 'd'});
    assertThat(Bytes.read(store, "key")).isEqualTo(expected);
  }

  @Test
  default void anUploadCanBecomeACopy(ObjectStore store) {
    byte[] content = Bytes.of(1000);
    Map<String, String> metadata = Map.of("uid", "7", "a_b", "8");
    ObjectInfo first = store.put("source", Bytes.text("first"), PutOptions.DEFAULT);
    store.put("source", Content.of(content), PutOptions.DEFAULT.withMetadata(metadata));
    ObjectInfo source = store.head("source");
    CopySource any = CopySource.of(store.bucket(), "source");
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(
            () -> store.uploads().startCopy("key", any.withIfMatch(first.revision()), Map.of()));
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() ->
            store.uploads().startCopy("key", CopySource.of(store.bucket(), "none"), Map.of()));

    CopySource seen = any.withIfMatch(source.revision());
    Upload upload = store.uploads().startCopy("key", seen, source.metadata());
    Part part = new RangeCopy(store, seen, store, upload).part(1, new ByteRange(0, 1000));
    store.uploads().complete(upload, List.of(part), Condition.always());

    assertThat(Bytes.read(store, "key")).isEqualTo(content);
    assertThat(store.head("key").metadata()).isEqualTo(metadata);
  }

  private int partSize() {
    return Math.toIntExact(Math.max(backend().capabilities().minPartBytes(), 1 << 20));
  }

  private static Content slice(byte[] content, int index, int partSize) {
    int from = index * partSize;
    return Content.of(ByteBuffer.wrap(content, from, Math.min(partSize, content.length - from)));
  }

  /** Elsewhere the server drops them by itself, and knows of none. */
  private static boolean areListed(ObjectStore store) {
    return store.uploads().expiry().isEmpty();
  }

  private static List<Upload> uploads(ObjectStore store) {
    return Pages.all(token -> store.uploads().list("", token));
  }

  private static boolean completes(ObjectStore store, Upload upload, List<Part> parts) {
    try {
      store.uploads().complete(upload, parts, Condition.ifAbsent());
      return true;
    } catch (DriverException.PreconditionFailed e) {
      return false;
    }
  }
}
