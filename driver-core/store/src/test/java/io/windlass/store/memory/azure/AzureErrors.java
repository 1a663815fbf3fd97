package io.windlass.store.memory.azure;

import io.windlass.store.StoreException;
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

  static StoreException of(AzureError e) {
    String message = e.getMessage();
    return switch (e.code()) {
      case CONTAINER_NOT_FOUND -> new StoreException.NoSuchBucket(message, e);
      // Somebody else has committed the blob, and with it thrown away what was sent for it.
      case BLOB_NOT_FOUND, INVALID_BLOCK_LIST -> new StoreException.NotFound(message, e);
      case BLOB_ALREADY_EXISTS, CONDITION_NOT_MET, SOURCE_CONDITION_NOT_MET ->
          new StoreException.PreconditionFailed(message, e);
      case INVALID_RESOURCE_NAME -> new StoreException.InvalidKey(message);
      case CONTAINER_ALREADY_EXISTS -> new StoreException.AlreadyExists(message, e);
      case CONTAINER_BEING_DELETED -> new StoreException.Unavailable(message, e);
      case EXCEEDS_MAX_BATCH_REQUEST_COUNT, INVALID_METADATA, INVALID_RANGE, METADATA_TOO_LARGE ->
          new StoreException.InvalidArgument(message);
      case INVALID_BLOB_OR_BLOCK -> new StoreException.Unexpected(message, e);
    };
  }
}
