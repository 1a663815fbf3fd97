package io.windlass.store.memory.azure;

import io.windlass.error.DriverException;
import java.util.function.Supplier;

/** Where answers that are errors become exceptions of the contract. */
final class AzureErrors {
  private AzureErrors() {}

  /** Makes a request. */
  static <T> T call(Supplier<T> request) {
    try {
      return request.get();
    } catch (AzureError e) {
      throw of(e);
    }
  }

  static DriverException of(AzureError e) {
    String message = e.getMessage();
    return switch (e.code()) {
      case CONTAINER_NOT_FOUND -> new DriverException.NoSuchBucket(message, e);
      // Somebody else has committed the blob, and with it thrown away what was sent for it.
      case BLOB_NOT_FOUND, INVALID_BLOCK_LIST -> new DriverException.NotFound(message, e);
      case BLOB_ALREADY_EXISTS, CONDITION_NOT_MET, SOURCE_CONDITION_NOT_MET ->
          new DriverException.PreconditionFailed(message, e);
      case INVALID_RESOURCE_NAME -> new DriverException.InvalidKey(message);
      case CONTAINER_ALREADY_EXISTS -> new DriverException.AlreadyExists(message, e);
      case CONTAINER_BEING_DELETED -> new DriverException.Unavailable(message, e);
      case EXCEEDS_MAX_BATCH_REQUEST_COUNT, INVALID_METADATA, INVALID_RANGE, METADATA_TOO_LARGE ->
          new DriverException.InvalidArgument(message);
      case INVALID_BLOB_OR_BLOCK -> new DriverException.Unexpected(message, e);
    };
  }
}
