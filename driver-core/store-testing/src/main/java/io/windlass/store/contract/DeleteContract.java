package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectId;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Deletes, one by one and in batches. */
public interface DeleteContract extends Contract {

  @Test
  default void deletingWhatIsGoneIsNoError(ObjectStore store) {
    store.put("key", Bytes.text("x"), PutOptions.DEFAULT);

    store.delete("key", Condition.always());
    store.delete("key", Condition.always());

    assertThatExceptionOfType(DriverException.NotFound.class).isThrownBy(() -> store.head("key"));
  }

  @Test
  default void aBatchDeletesWhatItNames(ObjectStore store) {
    List<String> keys = List.of("a&b", "<c>", "d e", "é", "f+g%20", "h/i", "'\"");
    keys.forEach(key -> store.put(key, Bytes.text("x"), PutOptions.DEFAULT));
    store.put("kept", Bytes.text("x"), PutOptions.DEFAULT);

    assertThat(store.deleteAll(List.of())).isEmpty();
    assertThat(store.deleteAll(ids(keys))).isEmpty();
    assertThat(store.deleteAll(ids(keys))).as("once more").isEmpty();

    assertThat(Listings.keys(store)).containsExactly("kept");
  }

  /** More than a page of a listing, and more than a batch. */
  @Test
  default void moreThanAThousandAreListedAndDeleted(ObjectStore store) throws Exception {
    int count = 1_005;
    List<String> keys = IntStream.range(0, count).mapToObj("key-%05d"::formatted).toList();
    Race.of(
        15,
        i ->
            () -> {
              keys.subList(i * 67, i * 67 + 67)
                  .forEach(key -> store.put(key, Bytes.text("x"), PutOptions.DEFAULT));
              return true;
            });

    assertThat(Listings.keys(store)).isEqualTo(keys);
    int batch = Math.min(count, backend().capabilities().maxDeleteBatch());
    assertThat(store.deleteAll(ids(keys.subList(0, batch)))).isEmpty();
    assertThat(Listings.keys(store)).isEqualTo(keys.subList(batch, count));
  }

  @Test
  default void tooLargeABatchIsRefused(ObjectStore store) {
    int tooMany = backend().capabilities().maxDeleteBatch() + 1;
    List<String> keys = IntStream.range(0, tooMany).mapToObj("key-%05d"::formatted).toList();
    store.put(keys.getFirst(), Bytes.text("x"), PutOptions.DEFAULT);

    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> store.deleteAll(ids(keys)));
    assertThat(Listings.keys(store)).containsExactly(keys.getFirst());
  }

  private static List<ObjectId> ids(List<String> keys) {
    return keys.stream().map(ObjectId::of).toList();
  }
}
