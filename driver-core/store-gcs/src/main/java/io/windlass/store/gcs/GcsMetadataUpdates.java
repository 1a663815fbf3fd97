package io.windlass.store.gcs;

import com.google.api.client.util.Data;
import com.google.api.services.storage.model.StorageObject;
import io.windlass.store.Condition;
import io.windlass.store.DriverException;
import io.windlass.store.MetadataUpdates;
import io.windlass.store.ObjectInfo;
import java.util.HashMap;
import java.util.Map;

/** Metadata in place: "objects/patch", which leaves the generation as it is. */
record GcsMetadataUpdates(GcsBucketClient bucket) implements MetadataUpdates {
  /** Each is one change by somebody else between a look and a patch. */
  private static final int ATTEMPTS = 5;

  /** A patch leaves what it does not name, so what is to go is looked for, and named. */
  @Override
  public ObjectInfo update(String key, Map<String, String> metadata, Condition condition) {
    String name = GcsKeys.check(key);
    Map<String, String> wanted = GcsKeys.checkMetadata(metadata);
    Long ifGeneration = GcsObjects.ifGeneration(condition);
    boolean versioned = bucket.keepsVersions();
    for (int attempt = 1; ; attempt++) {
      StorageObject seen =
          bucket
              .call(
                  "update metadata",
                  key,
                  storage ->
                      storage
                          .objects()
                          .get(bucket.name(), name)
                          .setIfGenerationMatch(ifGeneration)
                          .setFields(GcsObjects.FIELDS))
              .resource();
      StorageObject changes = new StorageObject().setMetadata(changes(seen, wanted));
      try {
        return GcsObjects.info(
            bucket.call(
                "update metadata",
                key,
                storage ->
                    storage
                        .objects()
                        .patch(bucket.name(), name, changes)
                        .setIfGenerationMatch(seen.getGeneration())
                        .setIfMetagenerationMatch(seen.getMetageneration())
                        .setFields(GcsObjects.FIELDS)),
            versioned);
      } catch (DriverException.PreconditionFailed e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private static Map<String, String> changes(StorageObject seen, Map<String, String> wanted) {
    Map<String, String> changes = new HashMap<>(wanted);
    for (String there : GcsObjects.metadata(seen).keySet()) {
      if (!wanted.containsKey(there)) {
        changes.put(there, Data.nullOf(String.class));
      }
    }
    return changes;
  }
}
