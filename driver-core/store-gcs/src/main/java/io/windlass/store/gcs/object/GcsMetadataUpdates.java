package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.store.CopyResult;
import io.windlass.store.MetadataUpdates;
import io.windlass.store.gcs.client.GcsKeys;
import java.util.Map;

/** Changes user metadata in place, without sending the content. */
record GcsMetadataUpdates(GcsBucketClient bucket) implements MetadataUpdates {
  /** Most attempts; each fails because somebody else changed the object meanwhile. */
  private static final int ATTEMPTS = 5;

  @Override
  public CopyResult update(String key, Map<String, String> metadata, Condition condition) {
    GcsObjectApi.Named object = GcsObjectApi.Named.live(GcsKeys.check(key));
    Long ifGeneration = GcsObjects.ifGeneration(condition);
    GcsObjectApi api = bucket.api();
    boolean versioned = api.keepsVersions();
    for (int attempt = 1; ; attempt++) {
      StorageObject seen =
          bucket.call("update metadata", key, () -> api.look(object, ifGeneration)).resource();
      Map<String, String> wanted = GcsMetadata.changed(seen, metadata);
      try {
        return CopyResult.of(
            GcsObjects.info(
                bucket.call("update metadata", key, () -> api.describe(seen, wanted)), versioned));
      } catch (DriverException.PreconditionFailed e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }
}
