package io.windlass.store;

/** Operations of {@link ObjectStore} and of the interfaces that it returns. */
public enum StoreCall {
  HEAD("head", false),
  PROPERTIES("properties", false),
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
  UPDATE_METADATA("updateMetadata", true),
  RENAME("rename", true);

  private final String operation;
  private final boolean change;

  StoreCall(String operation, boolean change) {
    this.operation = operation;
    this.change = change;
  }

  /** Returns the name of the operation in metrics. */
  public String operation() {
    return operation;
  }

  /** Returns whether the operation changes something on the server. */
  public boolean isChange() {
    return change;
  }
}
