package io.windlass.store.memory.google;

import io.windlass.store.StoreException;
import java.util.function.Supplier;

/** Where answers that are errors become exceptions of the contract. */
final class GoogleErrors {
  private GoogleErrors() {}

  /** Makes a request. */
  static <T> T call(Supplier<T> request) {
    try {
      return request.get();
    } catch (GoogleError e) {
      throw of(e);
    }
  }

  static StoreException of(GoogleError e) {
    String message = e.getMessage();
    return switch (e.reason()) {
      case BUCKET_NOT_FOUND -> new StoreException.NoSuchBucket(message, e);
      case NOT_FOUND -> new StoreException.NotFound(message, e);
      case CONDITION_NOT_MET -> new StoreException.PreconditionFailed(message, e);
      case INVALID_NAME -> new StoreException.InvalidKey(message);
      case INVALID, RANGE_NOT_SATISFIABLE -> new StoreException.InvalidArgument(message);
      case CONFLICT -> new StoreException.Unexpected(message, e);
    };
  }
}
