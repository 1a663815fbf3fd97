package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectInfo;
import io.windlass.store.Feature;
import io.windlass.store.ListOptions;
import io.windlass.store.ListedEntry;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Keys are stored exactly as given, or refused. */
public interface KeyContract extends Contract {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "with space",
        "plus+and%20percent%",
        "a&b=c?d#e;f:g@h,i$j",
        "quotes'\"<>`|^{}[]",
        "~!*()_-.x",
        "größe/日本語/😀",
        "cafe\u0301 is not caf\u00e9",
        ".hidden/..two/...three",
        "deep/er/and/deep/er/and/deep/er"
      })
  default void allSortsOfKeysWork(String key, ObjectStore store) {
    assertRoundTrip(store, key);
  }

  @Test
  default void keysOf1024BytesWork(ObjectStore store) {
    assertRoundTrip(store, ("x".repeat(199) + "/").repeat(5) + "y".repeat(24));
    assertRoundTrip(store, ("é".repeat(100) + "/").repeat(5) + "z".repeat(19));
  }

  /** Keys like those that file systems over a store make. */
  @Test
  default void directoriesAreObjects(ObjectStore store) {
    Map<String, String> metadata = Map.of("mode", "16877");
    PutOptions options = PutOptions.DEFAULT.withMetadata(metadata);
    ObjectInfo made = store.put("a/b/", Bytes.text(""), options);
    ObjectInfo found = store.head("a/b/");
    assertThat(found.revision()).isEqualTo(made.revision());
    assertThat(found.size()).isZero();
    assertThat(found.metadata()).isEqualTo(metadata);
    assertThat(Bytes.readText(store, "a/b/")).isEmpty();
    assertThat(Listings.entries(store, ListOptions.prefix("a/b/")))
        .singleElement()
        .extracting(ListedEntry::key)
        .isEqualTo("a/b/");
  }

  /** Keys that some servers take for others, or refuse. */
  List<String> STRANGE =
      List.of(
          "a//b",
          "/a",
          "a/./b",
          "./a",
          "a/../b",
          "../a",
          "..",
          ".",
          "b.",
          "a./b",
          "a/b...",
          "a/",
          "a\\b",
          "line\nbreak",
          "control\u0001",
          "nul\u0000",
          "delete\u007f",
          "\ufffe");

  @ParameterizedTest
  @FieldSource("io.windlass.store.contract.KeyContract#STRANGE")
  default void strangeKeysWorkOrAreRefused(String key, ObjectStore store) {
    store.put("a/b", Bytes.text("plain"), PutOptions.DEFAULT);
    store.put("b", Bytes.text("plain"), PutOptions.DEFAULT);

    Throwable refusal =
        catchThrowable(() -> store.put(key, Bytes.text("strange"), PutOptions.DEFAULT));

    assertThat(Bytes.readText(store, "a/b")).isEqualTo("plain");
    assertThat(Bytes.readText(store, "b")).isEqualTo("plain");
    if (refusal == null) {
      store.checkKey(key);
      assertThat(Bytes.readText(store, key)).isEqualTo("strange");
      assertThat(Listings.keys(store)).containsOnlyOnce(key).hasSize(3);
      store.delete(key, Condition.always());
    } else {
      // What can be the path of a file has to be told from a request that is wrong otherwise.
      boolean path = !key.endsWith("/") && key.indexOf(0) < 0;
      assertThat(refusal)
          .isInstanceOf(
              path ? DriverException.InvalidKey.class : DriverException.InvalidArgument.class);
      assertThat(has(Feature.ARBITRARY_KEYS)).as("every key is to work").isFalse();
    }
    assertThat(Listings.keys(store)).containsExactly("a/b", "b");
  }

  @Test
  default void aSegmentOf1024BytesWorksOrIsRefused(ObjectStore store) {
    String key = "x".repeat(1024);
    Throwable refusal = catchThrowable(() -> assertRoundTrip(store, key));

    if (refusal != null) {
      assertThat(refusal).isInstanceOf(DriverException.InvalidKey.class);
      assertThat(has(Feature.ARBITRARY_KEYS)).as("every key is to work").isFalse();
    }
  }

  @Test
  default void impossibleKeysAreRefused(ObjectStore store) {
    for (String key : List.of("", "x".repeat(1025), "é".repeat(513), "half a pair \ud83d")) {
      assertThatExceptionOfType(DriverException.InvalidKey.class)
          .isThrownBy(() -> store.put(key, Bytes.text("x"), PutOptions.DEFAULT));
      assertThatExceptionOfType(DriverException.InvalidKey.class).isThrownBy(() -> store.head(key));
    }
    assertThat(Listings.keys(store)).isEmpty();
  }

  /** If both cannot exist, the first one stays as it was. */
  @Test
  default void aKeyMayBeThePrefixOfAnother(ObjectStore store) {
    store.put("one", Bytes.text("1"), PutOptions.DEFAULT);
    Throwable below =
        catchThrowable(() -> store.put("one/two", Bytes.text("2"), PutOptions.DEFAULT));
    store.put("three/four", Bytes.text("4"), PutOptions.DEFAULT);
    Throwable above = catchThrowable(() -> store.put("three", Bytes.text("3"), PutOptions.DEFAULT));

    assertThat(Bytes.readText(store, "one")).isEqualTo("1");
    assertThat(Bytes.readText(store, "three/four")).isEqualTo("4");
    if (has(Feature.KEY_MAY_BE_PREFIX)) {
      assertThat(below).isNull();
      assertThat(above).isNull();
      assertThat(Listings.keys(store)).containsExactly("one", "one/two", "three", "three/four");
      assertThat(Listings.keys(store, ListOptions.prefix("").withDelimiter("/")))
          .containsExactly("one", "one/", "three", "three/");
    } else {
      assertThat(below)
          .as("refused, or taken")
          .satisfiesAnyOf(KeyContract::isNone, KeyContract::isRefusal);
      assertThat(above)
          .as("refused, or taken")
          .satisfiesAnyOf(KeyContract::isNone, KeyContract::isRefusal);
    }
  }

  private static void isNone(@Nullable Throwable thrown) {
    assertThat(thrown).isNull();
  }

  private static void isRefusal(@Nullable Throwable thrown) {
    assertThat(thrown).isInstanceOf(DriverException.InvalidArgument.class);
  }

  private static void assertRoundTrip(ObjectStore store, String key) {
    store.put(key, Bytes.text("content"), PutOptions.DEFAULT);
    assertThat(Bytes.readText(store, key)).isEqualTo("content");
    assertThat(store.head(key).key()).isEqualTo(key);
    assertThat(Listings.keys(store)).contains(key);
    assertThat(Listings.keys(store, ListOptions.prefix(key))).containsExactly(key);
    assertThat(store.deleteAll(List.of(ObjectId.of(key)))).isEmpty();
    assertThat(Listings.keys(store)).doesNotContain(key);
  }
}
