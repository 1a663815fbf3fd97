package io.windlass.store;

/** The calls of {@link ObjectStore} and of what it hands out. */
public enum StoreCall {
  HEAD("head", false),
  GET("get", false),
  PUT("put", true),
  COPY("copy", true),
  DELETE("delete", true),
  DELETE_ALL("deleteAll", true),
  LIST("list", false),
  START_UPLOAD("startUpload", true),
  SEND_PART("uploadPart", true),
  COMPLETE_UPLOAD("completeUpload", true),
  ABORT_UPLOAD("abortUpload", true),
  LIST_PARTS("listParts", false),
  LIST_UPLOADS("listUploads", false),
  UPLOADS_OF_KEY("uploadsOf", false),
  COPY_RANGE("copyPart", true),
  LIST_VERSIONS("listVersions", false),
  DELETE_VERSION("deleteVersion", true),
  UPDATE_METADATA("updateMetadata", true);

  private final String operation;
  private final boolean change;

  StoreCall(String operation, boolean change) {
    this.operation = operation;
    this.change = change;
  }

  /** Its name in metrics. */
  public String operation() {
    return operation;
  }

  /** Whether it changes something on the server. */
  public boolean isChange() {
    return change;
  }
}
