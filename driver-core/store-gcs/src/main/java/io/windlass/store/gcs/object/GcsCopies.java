package io.windlass.store.gcs.object;

import com.google.api.services.storage.model.StorageObject;
import io.windlass.error.DriverException;
import io.windlass.store.CopyOptions;
import io.windlass.store.CopyResult;
import io.windlass.store.CopySource;
import io.windlass.store.gcs.client.GcsKeys;
import io.windlass.store.gcs.object.GcsObjectApi.Copied;
import io.windlass.store.gcs.object.GcsObjectApi.Named;

/** Copies that the service makes. */
record GcsCopies(GcsBucketClient bucket) {
  /** Most attempts to copy an object that others overwrite between HEAD and copy. */
  private static final int ATTEMPTS = 3;

  CopyResult copy(CopySource wanted, String key, CopyOptions options) {
    for (int attempt = 1; ; attempt++) {
      try {
        return copied(wanted, key, options);
      } catch (DriverException.PreconditionFailed e) {
        // The source may have been replaced; the caller has not excluded that.
        if (wanted.ifMatch().isPresent() || attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  /**
   * Reads the description of the source first: a request that describes the copy must describe all
   * of it, and the service uses the bucket's storage class and key if the request does not name
   * them.
   */
  private CopyResult copied(CopySource wanted, String key, CopyOptions options) {
    String name = GcsKeys.check(key);
    StorageObject seen = look(wanted);
    StorageObject described =
        options
            .properties()
            .map(GcsProperties::description)
            .orElseGet(() -> describedAs(wanted, seen))
            .setMetadata(
                GcsMetadata.changed(
                    seen, options.metadataOf(GcsMetadata.read(seen), GcsObjects.updated(seen))));
    Copied source = new Copied(wanted.bucket(), named(wanted), seen, described);
    Long condition = GcsObjects.ifGeneration(options.condition());
    boolean versioned = bucket.api().keepsVersions();
    return CopyResult.of(
        GcsObjects.info(
            bucket.call("copy", key, () -> bucket.api().copy(source, name, condition)), versioned));
  }

  private static Named named(CopySource source) {
    return new Named(GcsKeys.check(source.key()), GcsObjects.ofVersion(source.version()));
  }

  /** Returns the complete description of a copy in this bucket. */
  StorageObject describedAs(CopySource source, StorageObject seen) {
    return GcsProperties.ofCopy(seen, !source.bucket().equals(bucket.name()));
  }

  /** Looks at a source. */
  StorageObject look(CopySource source) {
    GcsBucketClient from = bucket.at(source.bucket());
    Named object = named(source);
    Long ifGeneration = source.ifMatch().map(GcsObjects::generation).orElse(null);
    return from.call("copy", object.name(), () -> from.api().look(object, ifGeneration)).resource();
  }
}
