package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.object.ByteRange;
import io.windlass.object.Content;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reading: ranges, the caller's buffers, readers that are closed early. */
public interface ReaderContract extends Contract {

  @ParameterizedTest
  @CsvSource({
    "0, 1, 1",
    "0, 1000, 1000",
    "999, 1, 1",
    "400, 77, 77",
    "990, 11, 10",
    "999, 9000000000, 1",
    "0, 9000000000, 1000"
  })
  default void aRangeIsCutAtTheEnd(long offset, long length, int expected, ObjectStore store) {
    byte[] content = Bytes.of(1000);
    store.put("key", Content.of(content), PutOptions.DEFAULT);
    GetOptions options = GetOptions.ALL.withRange(new ByteRange(offset, length));

    try (ObjectReader reader = store.get("key", options)) {
      ByteBuffer buffer = ByteBuffer.allocate(2000);
      assertThat(reader.readFully(buffer)).isEqualTo(expected);
      assertThat(buffer.flip())
          .isEqualTo(ByteBuffer.wrap(content, Math.toIntExact(offset), expected));
      assertThat(reader.info().size()).as("of the whole object").isEqualTo(1000);
      if (has(Feature.GET_DESCRIBES)) {
        assertThat(reader.info())
            .usingRecursiveComparison()
            .ignoringFields("observedAt")
            .isEqualTo(store.head("key"));
      }
    }
  }

  @Test
  default void aRangeBehindTheEndIsRefused(ObjectStore store) {
    store.put("key", Content.of(Bytes.of(1000)), PutOptions.DEFAULT);
    store.put("empty", Content.of(new byte[0]), PutOptions.DEFAULT);

    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> store.get("key", range(1000, 1)));
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> store.get("empty", range(0, 1)));
  }

  @Test
  default void buffersOfTheCallerAreFilled(ObjectStore store) {
    byte[] content = Bytes.of(3_000_017);
    store.put("key", Content.of(content), PutOptions.DEFAULT);
    ByteBuffer all = ByteBuffer.allocate(content.length);
    ByteBuffer direct = ByteBuffer.allocateDirect(10_007);

    try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
      while (reader.readFully(direct.clear()) > 0) {
        boolean last = all.position() + direct.position() == content.length;
        assertThat(direct.hasRemaining()).as("only the last is not full").isEqualTo(last);
        all.put(direct.flip());
      }
      assertThat(reader.read(direct.clear())).isEqualTo(-1);
    }

    assertThat(all.array()).isEqualTo(content);
  }

  @Test
  default void aReadKeepsToTheLimitsOfItsBuffer(ObjectStore store) {
    store.put("key", Content.of(Bytes.of(100)), PutOptions.DEFAULT);
    ByteBuffer buffer = ByteBuffer.allocate(100).position(10).limit(20);

    try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
      assertThat(reader.readFully(buffer)).isEqualTo(10);
    }

    byte[] expected = new byte[100];
    System.arraycopy(Bytes.of(100), 0, expected, 10, 10);
    assertThat(buffer.array()).isEqualTo(expected);
  }

  /** More often than there are connections, so that one lost each time would be noticed. */
  @Test
  default void aReaderThatIsClosedEarlyCostsNothing(ObjectStore store) {
    byte[] content = Bytes.of(2_000_000);
    store.put("key", Content.of(content), PutOptions.DEFAULT);

    for (int i = 0; i < 100; i++) {
      try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
        assertThat(reader.read(ByteBuffer.allocate(1))).isEqualTo(1);
      }
    }

    assertThat(Bytes.read(store, "key")).isEqualTo(content);
  }

  @Test
  default void manyReadersReadAtOnce(ObjectStore store) throws Exception {
    byte[] content = Bytes.of(200_000);
    store.put("key", Content.of(content), PutOptions.DEFAULT);

    assertThat(Race.of(32, i -> () -> Bytes.read(store, "key")))
        .allSatisfy(read -> assertThat(read).isEqualTo(content));
  }

  @Test
  default void readingOnlyWhatWasSeenNoticesAChange(ObjectStore store) {
    ObjectInfo seen = store.put("key", Bytes.text("first"), PutOptions.DEFAULT);
    GetOptions onlyThis = GetOptions.ALL.withIfMatch(seen.revision());
    assertThat(Bytes.read(store, "key", onlyThis)).asString().isEqualTo("first");

    store.put("key", Bytes.text("other"), PutOptions.DEFAULT);

    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> store.get("key", onlyThis));
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> store.get("key", onlyThis.withRange(new ByteRange(1, 2))));
  }

  /** A reader of an object that is replaced gets all of the old object, or an error. */
  @Test
  default void aReaderNeverMixesTwoObjects(ObjectStore store) {
    byte[] first = new byte[8_000_000];
    byte[] second = new byte[8_000_000];
    Arrays.fill(first, (byte) 1);
    Arrays.fill(second, (byte) 2);
    store.put("key", Content.of(first), PutOptions.DEFAULT);
    ByteBuffer read = ByteBuffer.allocate(first.length);

    try (ObjectReader reader = store.get("key", GetOptions.ALL)) {
      reader.read(read);
      store.put("key", Content.of(second), PutOptions.DEFAULT);
      reader.readFully(read);
      assertThat(read.position()).isEqualTo(first.length);
    } catch (DriverException e) {
      // It may say that the object went away; what was read until then is still of the first.
    }

    assertThat(Arrays.copyOf(read.array(), read.position())).containsOnly((byte) 1);
    assertThat(Bytes.read(store, "key")).isEqualTo(second);
  }

  private static GetOptions range(long offset, long length) {
    return GetOptions.ALL.withRange(new ByteRange(offset, length));
  }
}
