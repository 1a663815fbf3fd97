package io.windlass.store.s3;

import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.StoreException;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * One bucket as the parts of {@link S3Store} see it.
 *
 * @param capabilities of the server that it is on
 * @param errors of the backend that it belongs to
 */
record S3Bucket(S3Clients clients, String name, Capabilities capabilities, S3Errors errors) {

  /** The client for all calls but slow ones. */
  S3Client client() {
    return clients.calls();
  }

  /** A key in this bucket as messages name it. */
  String target(String key) {
    return name + "/" + key;
  }

  /**
   * Checks a key.
   *
   * @throws StoreException.InvalidArgument for what no object can be called here, or what the
   *     server would silently call something else
   */
  String key(String key) {
    if (key.startsWith("/") && !capabilities.has(Feature.ARBITRARY_KEYS)) {
      throw new StoreException.InvalidArgument(
          "key '%s': this server drops a leading slash; leave it out".formatted(key));
    }
    return S3Keys.key(key);
  }
}
