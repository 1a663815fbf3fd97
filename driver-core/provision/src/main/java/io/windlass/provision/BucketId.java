package io.windlass.provision;

import io.windlass.error.DriverException;
import java.util.Optional;

/**
 * Id of a bucket, as callers know it: {@code <backend>/<bucket>}. It names the backend because a
 * delete request has nothing else. Names that COSI suggests never contain a slash, so an id with a
 * slash was made by this driver.
 */
public record BucketId(String backend, String bucket) {

  /** Returns whether a text has the form of an id, rather than that of a suggested name. */
  public static boolean isId(String text) {
    return text.indexOf('/') >= 0;
  }

  /**
   * Reads an id. A bare bucket name, as administrators write it for an existing bucket, means the
   * only backend.
   *
   * @return empty if it cannot be a bucket of a configured backend: to be treated as unknown
   */
  public static Optional<BucketId> parse(String text, OpenBackends backends) {
    int slash = text.indexOf('/');
    if (slash < 0) {
      return backends
          .only()
          .filter(configured -> BucketNames.mayExist(text))
          .map(configured -> new BucketId(configured.backend().name(), text));
    }
    String backend = text.substring(0, slash);
    String bucket = text.substring(slash + 1);
    return backends
        .find(backend)
        .filter(configured -> BucketNames.mayExist(bucket))
        .map(configured -> new BucketId(backend, bucket));
  }

  /**
   * Reads the id of a bucket that should be there.
   *
   * @param field that has it, for the message
   * @throws DriverException.InvalidArgument when no bucket can have this name
   * @throws DriverException.NotFound when the bucket cannot be one of a configured backend
   */
  public static BucketId require(String field, String text, OpenBackends backends) {
    return parse(text, backends)
        .orElseThrow(() -> {
          String name = text.substring(text.indexOf('/') + 1);
          return BucketNames.mayExist(name)
              ? new DriverException.NotFound(
                  "there is no bucket %s on any configured backend".formatted(text), null)
              : new DriverException.InvalidArgument(
                  "%s: no bucket can have the name '%s'".formatted(field, name));
        });
  }

  @Override
  public String toString() {
    return backend + "/" + bucket;
  }
}
