package io.windlass.store.memory.google;

/** An answer of the fake that is an error: "json_api/v1/status-codes". */
final class GoogleError extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Reason reason;
  private final String message;

  GoogleError(Reason reason, String what) {
    this.reason = reason;
    this.message = "%d %s: %s".formatted(reason.status, reason, what);
  }

  @Override
  public String getMessage() {
    return message;
  }

  Reason reason() {
    return reason;
  }

  /** Why. */
  enum Reason {
    /** Of the request itself. */
    INVALID(400),
    /** Of the name of an object. */
    INVALID_NAME(400),
    BUCKET_NOT_FOUND(404),
    NOT_FOUND(404),
    /** A bucket that there is, or that is not empty. */
    CONFLICT(409),
    CONDITION_NOT_MET(412),
    RANGE_NOT_SATISFIABLE(416);

    private final int status;

    Reason(int status) {
      this.status = status;
    }
  }
}
