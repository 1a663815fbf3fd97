package io.windlass.store.memory.azure;

/** An answer of the fake that is an error, with a code of the service's. */
final class AzureError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Code code;
  private final String message;

  AzureError(Code code, String what) {
    this.code = code;
    this.message = "%d %s: %s".formatted(code.status, code, what);
  }

  @Override
  public String getMessage() {
    return message;
  }

  Code code() {
    return code;
  }

  /** "Blob Storage error codes" and "Common REST API error codes". */
  enum Code {
    BLOB_ALREADY_EXISTS(409),
    BLOB_NOT_FOUND(404),
    CONDITION_NOT_MET(412),
    CONTAINER_ALREADY_EXISTS(409),
    CONTAINER_BEING_DELETED(409),
    CONTAINER_NOT_FOUND(404),
    EXCEEDS_MAX_BATCH_REQUEST_COUNT(400),
    INVALID_BLOB_OR_BLOCK(400),
    INVALID_BLOCK_LIST(400),
    INVALID_METADATA(400),
    INVALID_RANGE(416),
    INVALID_RESOURCE_NAME(400),
    METADATA_TOO_LARGE(400),
    SOURCE_CONDITION_NOT_MET(412);

    private final int status;

    Code(int status) {
      this.status = status;
    }
  }
}
