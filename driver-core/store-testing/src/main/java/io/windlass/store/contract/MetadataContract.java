package io.windlass.store.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.ObjectInfo;
import io.windlass.store.CopyResult;
import io.windlass.store.MetadataUpdates;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Metadata that is changed in place, where the store offers that. */
public interface MetadataContract extends Contract {

  @Test
  default void metadataIsReplacedInPlace(ObjectStore store) {
    store
        .metadataUpdates()
        .ifPresent(updates -> {
          Map<String, String> before = Map.of("uid", "7", "windlass-mtime", "8");
          store.put("key", Bytes.text("content"), PutOptions.DEFAULT.withMetadata(before));

          CopyResult after = updates.update("key", Map.of("gid", "9"), Condition.always());

          ObjectInfo now = store.head("key");
          assertThat(now.metadata()).isEqualTo(Map.of("gid", "9"));
          assertThat(now.size()).isEqualTo(7);
          assertThat(now.revision()).isEqualTo(after.revision());
          assertThat(Bytes.readText(store, "key")).isEqualTo("content");
        });
  }

  @Test
  default void onlyMetadataOfWhatWasSeenIsReplaced(ObjectStore store) {
    store
        .metadataUpdates()
        .ifPresent(updates -> {
          ObjectInfo first = store.put("key", Bytes.text("first"), PutOptions.DEFAULT);
          ObjectInfo second = store.put("key", Bytes.text("second"), PutOptions.DEFAULT);

          assertThatExceptionOfType(DriverException.PreconditionFailed.class)
              .isThrownBy(() -> replace(updates, Condition.ifMatch(first.revision())));
          assertThat(store.head("key").metadata()).isEmpty();
          replace(updates, Condition.ifMatch(second.revision()));
          assertThat(store.head("key").metadata()).isEqualTo(Map.of("gid", "9"));
        });
  }

  @Test
  default void nothingHasNoMetadata(ObjectStore store) {
    store
        .metadataUpdates()
        .ifPresent(updates -> {
          assertThatExceptionOfType(DriverException.NotFound.class)
              .isThrownBy(() -> replace(updates, Condition.always()));
          assertThat(Listings.keys(store)).isEmpty();
        });
  }

  private static void replace(MetadataUpdates updates, Condition condition) {
    updates.update("key", Map.of("gid", "9"), condition);
  }
}
