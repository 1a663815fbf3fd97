package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.windlass.error.DriverException;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopySource;
import io.windlass.store.GetOptions;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Objects come back as they were written. */
public interface WholeObjectContract extends Contract {

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 17, 65_536, 1_048_579, 17_000_001})
  default void anObjectComesBackByteForByte(int size, ObjectStore store) {
    byte[] content = Bytes.of(size);

    ObjectInfo put = store.put("key", Content.of(content), PutOptions.DEFAULT);

    assertThat(Bytes.read(store, "key")).isEqualTo(content);
    ObjectInfo head = store.head("key");
    assertThat(head.key()).isEqualTo("key");
    assertThat(head.size()).isEqualTo(put.size()).isEqualTo(size);
    assertThat(head.revision()).isEqualTo(put.revision());
  }

  @Test
  default void aRegionOfAFileBecomesAnObject(ObjectStore store, @TempDir Path directory)
      throws IOException {
    byte[] content = Bytes.of(100_000);
    Path file = Files.write(directory.resolve("file"), content);
    try (FileChannel channel = FileChannel.open(file)) {
      store.put("key", Content.of(channel, 10, 99_980), PutOptions.DEFAULT);
    }

    assertThat(Bytes.read(store, "key")).isEqualTo(Arrays.copyOfRange(content, 10, 99_990));
  }

  @Test
  default void theLastWriterWinsAndTheEtagChanges(ObjectStore store) {
    ObjectInfo first = store.put("key", Bytes.text("a longer first"), PutOptions.DEFAULT);
    ObjectInfo second = store.put("key", Bytes.text("second"), PutOptions.DEFAULT);

    assertThat(Bytes.readText(store, "key")).isEqualTo("second");
    assertThat(second.revision()).isNotEqualTo(first.revision());
    assertThat(store.head("key").revision()).isEqualTo(second.revision());
  }

  @Test
  default void whatIsNotThereIsNotFound(ObjectStore store) {
    assertThatExceptionOfType(DriverException.NotFound.class).isThrownBy(() -> store.head("none"));
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> store.get("none", GetOptions.ALL));
  }

  @Test
  default void aMissingBucketIsNoMissingObject() {
    ObjectStore store = backend().objects(UniqueName.of("never-made"));
    for (ThrowingCallable call :
        List.<ThrowingCallable>of(
            () -> store.head("key"),
            () -> store.get("key", GetOptions.ALL),
            () -> store.put("key", Bytes.text("x"), PutOptions.DEFAULT),
            () -> store.copy(CopySource.of(store.bucket(), "key"), "other", CopyOptions.DEFAULT),
            () -> store.uploads().start("key", PutOptions.DEFAULT),
            () -> store.list(ListOptions.prefix(""), Optional.empty()))) {
      assertThatExceptionOfType(DriverException.NoSuchBucket.class).isThrownBy(call);
    }
  }

  @Test
  default void userMetadataComesBack(ObjectStore store) throws IOException {
    Map<String, String> metadata =
        Map.of("uid", "1000", "mode", "0644", "a-name", "a value; with \"punctuation\"=1, 2");

    store.put("key", Bytes.text("x"), PutOptions.DEFAULT.withMetadata(metadata));

    assertThat(store.head("key").metadata()).isEqualTo(metadata);
    try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
      assertThat(reader.info().metadata()).isEqualTo(metadata);
    }
    store.put("key", Bytes.text("x"), PutOptions.DEFAULT);
    assertThat(store.head("key").metadata()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"größe", "日本語", "😀", " padded ", "two\nlines", "tab\there", "=?UTF-8?Q?=C3?="})
  default void userMetadataIsKeptExactlyOrRefused(String value, ObjectStore store) {
    PutOptions options = PutOptions.DEFAULT.withMetadata(Map.of("name", value));

    DriverException refusal =
        catchThrowableOfType(
            DriverException.class, () -> store.put("key", Bytes.text("x"), options));

    if (refusal == null) {
      assertThat(store.head("key").metadata()).containsEntry("name", value);
    } else {
      assertThat(refusal).isInstanceOf(DriverException.InvalidArgument.class);
      assertThat(refusal).hasMessageContaining("name");
      assertThat(Listings.keys(store)).isEmpty();
    }
  }

  @Test
  default void tooMuchUserMetadataIsRefused(ObjectStore store) {
    PutOptions options = PutOptions.DEFAULT.withMetadata(Map.of("name", "x".repeat(9000)));

    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> store.put("key", Bytes.text("x"), options));
    assertThat(Listings.keys(store)).isEmpty();
  }

  @Test
  default void timesAreOfOneClock(ObjectStore store) {
    store.put("key", Bytes.text("x"), PutOptions.DEFAULT);
    ObjectInfo info = store.head("key");

    // Both in whole seconds over HTTP.
    assertThat(info.lastModified()).isBeforeOrEqualTo(info.observedAt().plusSeconds(1));
  }
}
