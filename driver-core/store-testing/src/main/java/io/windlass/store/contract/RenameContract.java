package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.object.Revision;
import io.windlass.store.AtomicRenames;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Renames that the server makes at once, where the store offers them. */
public interface RenameContract extends Contract {

  @Test
  default void anObjectIsRenamedUnderConditions(ObjectStore store) {
    store.renames().ifPresent(renames -> assertObjects(store, renames));
  }

  private static void assertObjects(ObjectStore store, AtomicRenames renames) {
    Map<String, String> metadata = Map.of("uid", "7");
    ObjectInfo one =
        store.put("a b/ü", Bytes.text("one"), PutOptions.DEFAULT.withMetadata(metadata));
    ObjectInfo other = store.put("other", Bytes.text("other"), PutOptions.DEFAULT);

    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> renames.object("a b/ü", "other", one.revision(), Condition.ifAbsent()));
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() ->
            renames.object("a b/ü", "other", one.revision(), Condition.ifMatch(one.revision())));
    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> renames.object("a b/ü", "x", other.revision(), Condition.always()));
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> renames.object("none", "x", one.revision(), Condition.always()));
    assertThat(Listings.keys(store)).containsExactlyInAnyOrder("a b/ü", "other");

    Condition replacing = Condition.ifMatch(other.revision());
    Revision now = renames.object("a b/ü", "other", one.revision(), replacing);
    assertThat(renames.object("a b/ü", "other", one.revision(), replacing))
        .as("asked for again")
        .isEqualTo(now);

    assertThat(Listings.keys(store)).containsExactly("other");
    assertThat(Bytes.readText(store, "other")).isEqualTo("one");
    assertThat(store.head("other").revision()).isEqualTo(now);
    assertThat(store.head("other").metadata()).isEqualTo(metadata);
  }

  @Test
  default void aDirectoryIsRenamedWithAllThatIsInIt(ObjectStore store) {
    store.renames().ifPresent(renames -> assertDirectories(store, renames));
  }

  private static void assertDirectories(ObjectStore store, AtomicRenames renames) {
    store.put("from/1", Bytes.text("1"), PutOptions.DEFAULT);
    ObjectInfo deep = store.put("from/ü b/2", Bytes.text("2"), PutOptions.DEFAULT);
    store.put("from-not", Bytes.text("not"), PutOptions.DEFAULT);
    store.put("taken/3", Bytes.text("3"), PutOptions.DEFAULT);

    assertThatExceptionOfType(DriverException.PreconditionFailed.class)
        .isThrownBy(() -> renames.directory("from/", "taken/"));
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> renames.directory("none/", "to/"));
    renames.directory("from/", "to/");
    assertThatExceptionOfType(DriverException.NotFound.class)
        .isThrownBy(() -> renames.directory("from/", "to/"));

    assertThat(Listings.keys(store))
        .containsExactlyInAnyOrder("from-not", "taken/3", "to/1", "to/ü b/2");
    assertThat(store.head("to/ü b/2").revision()).isEqualTo(deep.revision());
  }
}
