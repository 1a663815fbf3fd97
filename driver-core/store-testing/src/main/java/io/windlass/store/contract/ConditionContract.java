package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectReader;
import io.windlass.store.Feature;
import io.windlass.store.GetOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Conditional writes. The registry, and so all idempotency, depends on them. */
public interface ConditionContract extends Contract {

  @Test
  default void createsOnlyWhatIsAbsent(ObjectStore store) throws Throwable {
    PutOptions ifAbsent = PutOptions.DEFAULT.withCondition(Condition.ifAbsent());
    worksOrIsRefused(
        Feature.PUT_IF_ABSENT,
        () -> store.put("key", Bytes.text("x"), ifAbsent),
        () -> {
          store.put("key", Bytes.text("first"), ifAbsent);
          assertThatExceptionOfType(DriverException.PreconditionFailed.class)
              .isThrownBy(() -> store.put("key", Bytes.text("second"), ifAbsent));
          assertThat(Bytes.readText(store, "key")).isEqualTo("first");

          store.delete("key", Condition.always());
          store.put("key", Bytes.text("third"), ifAbsent);
          assertThat(Bytes.readText(store, "key")).isEqualTo("third");
        });
  }

  @Test
  default void ofManyCreatorsOneWins(ObjectStore store) throws Throwable {
    PutOptions ifAbsent = PutOptions.DEFAULT.withCondition(Condition.ifAbsent());
    worksOrIsRefused(
        Feature.PUT_IF_ABSENT,
        () -> store.put("key", Bytes.text("x"), ifAbsent),
        () -> {
          for (int round = 0; round < 2; round++) {
            String key = "key-" + round;
            List<Boolean> won =
                Race.of(
                    16, i -> () -> succeeds(() -> store.put(key, Bytes.text("" + i), ifAbsent)));

            assertThat(won).containsOnlyOnce(true);
            assertThat(Bytes.readText(store, key)).isEqualTo("" + won.indexOf(true));
          }
        });
  }

  @Test
  default void changesOnlyWhatWasSeen(ObjectStore store) throws Throwable {
    ObjectInfo first = store.put("key", Bytes.text("first"), PutOptions.DEFAULT);
    PutOptions ifFirst = PutOptions.DEFAULT.withCondition(Condition.ifMatch(first.revision()));
    worksOrIsRefused(
        Feature.PUT_IF_MATCH,
        () -> store.put("key", Bytes.text("x"), ifFirst),
        () -> {
          store.put("key", Bytes.text("second"), ifFirst);
          assertThatExceptionOfType(DriverException.PreconditionFailed.class)
              .isThrownBy(() -> store.put("key", Bytes.text("third"), ifFirst));
          assertThat(Bytes.readText(store, "key")).isEqualTo("second");

          assertThatThrownBy(() -> store.put("gone", Bytes.text("x"), ifFirst))
              .isInstanceOfAny(
                  DriverException.NotFound.class, DriverException.PreconditionFailed.class);
          assertThat(Listings.keys(store)).containsExactly("key");
        });
  }

  @Test
  default void noIncrementIsLost(ObjectStore store) throws Throwable {
    ObjectInfo zero = store.put("count", Bytes.text("0"), PutOptions.DEFAULT);
    worksOrIsRefused(
        Feature.PUT_IF_MATCH,
        () -> store.put("count", Bytes.text("1"), ifMatch(zero)),
        () -> {
          Race.of(
              8,
              i ->
                  () -> {
                    for (int times = 0; times < 5; times++) {
                      while (!increments(store, "count")) {
                        Thread.onSpinWait(); // somebody else was quicker: again
                      }
                    }
                    return true;
                  });
          assertThat(Bytes.readText(store, "count")).isEqualTo("40");
        });
  }

  @Test
  default void deletesOnlyWhatWasSeen(ObjectStore store) throws Throwable {
    ObjectInfo first = store.put("key", Bytes.text("first"), PutOptions.DEFAULT);
    ObjectInfo second = store.put("key", Bytes.text("second"), PutOptions.DEFAULT);
    worksOrIsRefused(
        Feature.DELETE_IF_MATCH,
        () -> store.delete("key", Condition.ifMatch(second.revision())),
        () -> {
          assertThatExceptionOfType(DriverException.PreconditionFailed.class)
              .isThrownBy(() -> store.delete("key", Condition.ifMatch(first.revision())));
          assertThat(Bytes.readText(store, "key")).isEqualTo("second");
          store.delete("key", Condition.ifMatch(second.revision()));
        });
    assertThat(Listings.keys(store))
        .as("a refused delete deletes nothing")
        .hasSize(has(Feature.DELETE_IF_MATCH) ? 0 : 1);
  }

  private static boolean increments(ObjectStore store, String key) throws IOException {
    try (ObjectReader reader = store.get(key, GetOptions.ALL)) {
      int value = Integer.parseInt(new String(reader.readAll(100), StandardCharsets.UTF_8));
      return succeeds(() -> store.put(key, Bytes.text("" + (value + 1)), ifMatch(reader.info())));
    }
  }

  private static PutOptions ifMatch(ObjectInfo seen) {
    return PutOptions.DEFAULT.withCondition(Condition.ifMatch(seen.revision()));
  }

  private static boolean succeeds(Runnable conditional) {
    try {
      conditional.run();
      return true;
    } catch (DriverException.PreconditionFailed e) {
      return false;
    }
  }
}
