package io.windlass.provision;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.registry.Fingerprint;
import io.windlass.store.ListOptions;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import java.util.Optional;

/**
 * Error for a bucket that is not deleted because it is not empty. It explains how to have it
 * emptied.
 */
final class Refused {
  private static final int MOST = 1000;

  private Refused() {}

  /**
   * Creates the error. It mentions the driver's own way to empty a bucket, because after the last
   * access is revoked no other key is sure to exist.
   *
   * @param recorded the request by which the bucket was made
   */
  static DriverException.NotEmpty of(Backend backend, BucketId id, Fingerprint recorded) {
    return new DriverException.NotEmpty(
        ("bucket %s%s holds %s, and its class refuses a delete then (whenNotEmpty)."
                    + " Delete them with a")
                .formatted(id, where(backend, id), count(backend, id))
            + " key of your own, or have the driver empty and delete it, in its container: windlass"
            + " call DeleteBucket '{\"bucket_id\": \"%s\", \"parameters\": {\"whenNotEmpty\":"
                .formatted(id)
            + " \"Empty\"}}'. Buckets of a class with whenNotEmpty=Empty are emptied without that"
            + BucketParameters.retention(recorded),
        null);
  }

  private static String where(Backend backend, BucketId id) {
    return " at " + backend.locate(id.bucket()).endpoint();
  }

  private static String count(Backend backend, BucketId id) {
    ObjectStore objects = backend.objects(id.bucket());
    Optional<ObjectVersions> versions = objects.versions();
    int found =
        versions
            .map(all -> all.list("", Optional.empty()).items().size())
            .orElseGet(() ->
                objects
                    .list(ListOptions.prefix("").withLimit(MOST), Optional.empty())
                    .items()
                    .size());
    return "%s %s%s"
        .formatted(
            found,
            versions.isPresent() ? "objects and old versions" : "objects",
            found >= MOST ? ", or more" : "");
  }
}
