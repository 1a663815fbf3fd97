package io.windlass.store.gcs.object;

import io.windlass.error.StoreErrors;
import java.util.function.Supplier;

/**
 * One bucket as the parts of {@link GcsStore} see it.
 *
 * @param api how it is reached
 * @param errors of the backend that it belongs to
 */
public record GcsBucketClient(GcsObjectApi api, StoreErrors errors) {

  /** Returns the name of the bucket. */
  String name() {
    return api.bucket();
  }

  /** Returns the name of a key in this bucket for messages. */
  String target(String key) {
    return name() + "/" + key;
  }

  /** Another bucket. */
  GcsBucketClient at(String other) {
    return new GcsBucketClient(api.at(other), errors);
  }

  /** Makes a call about an object, or about what is below a prefix. */
  <T> T call(String operation, String key, Supplier<T> call) {
    return errors.call(operation, target(key), call);
  }
}
