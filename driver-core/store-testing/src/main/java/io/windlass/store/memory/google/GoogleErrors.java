package io.windlass.store.memory.google;

import io.windlass.error.DriverException;
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

  static DriverException of(GoogleError e) {
    String message = e.getMessage();
    return switch (e.reason()) {
      case BUCKET_NOT_FOUND -> new DriverException.NoSuchBucket(message, e);
      case NOT_FOUND -> new DriverException.NotFound(message, e);
      case CONDITION_NOT_MET -> new DriverException.PreconditionFailed(message, e);
      case INVALID_NAME -> new DriverException.InvalidKey(message);
      case INVALID, RANGE_NOT_SATISFIABLE -> new DriverException.InvalidArgument(message);
      case CONFLICT -> new DriverException.Unexpected(message, e);
    };
  }
}
