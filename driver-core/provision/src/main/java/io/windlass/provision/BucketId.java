package io.windlass.provision;

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
          .filter(configured -> BucketNames.isValid(text))
          .map(configured -> new BucketId(configured.backend().name(), text));
    }
    String backend = text.substring(0, slash);
    String bucket = text.substring(slash + 1);
    return backends
        .find(backend)
        .filter(configured -> BucketNames.isValid(bucket))
        .map(configured -> new BucketId(backend, bucket));
  }

  @Override
  public String toString() {
    return backend + "/" + bucket;
  }
}
