package io.windlass.store.gcs;

import com.google.api.services.storage.model.StorageObject;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.gcs.GcsObjectApi.Copied;
import io.windlass.store.gcs.GcsObjectApi.Named;
import java.util.Map;
import java.util.Optional;

/** Copies that the service makes. */
record GcsCopies(GcsBucketClient bucket) {

  CopyResult copy(CopySource wanted, String key, CopyOptions options) {
    String name = GcsKeys.check(key);
    Named from = named(wanted);
    Copied source =
        options
            .metadata()
            .map(metadata -> described(wanted, from, GcsKeys.checkMetadata(metadata)))
            .orElseGet(() ->
                new Copied(
                    wanted.bucket(),
                    from,
                    wanted.ifMatch().map(GcsObjects::generation).orElse(null),
                    Optional.empty()));
    Long condition = GcsObjects.ifGeneration(options.condition());
    boolean versioned = bucket.api().keepsVersions();
    return CopyResult.of(
        GcsObjects.info(
            bucket.call("copy", key, () -> bucket.api().copy(source, name, condition)), versioned));
  }

  private static Named named(CopySource source) {
    return new Named(GcsKeys.check(source.key()), GcsObjects.ofVersion(source.version()));
  }

  /** Who says one thing of a copy says all: what the source says else is read first. */
  private Copied described(CopySource wanted, Named from, Map<String, String> metadata) {
    StorageObject seen = look(wanted);
    return new Copied(
        wanted.bucket(),
        from,
        seen.getGeneration(),
        Optional.of(GcsObjects.description(seen).setMetadata(metadata)));
  }

  /** Looks at a source. */
  StorageObject look(CopySource source) {
    GcsBucketClient from = bucket.at(source.bucket());
    Named object = named(source);
    Long ifGeneration = source.ifMatch().map(GcsObjects::generation).orElse(null);
    return from.call("copy", object.name(), () -> from.api().look(object, ifGeneration)).resource();
  }
}
