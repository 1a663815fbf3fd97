package io.windlass.error;

/**
 * Kinds of failure, and how each is reported to the caller of a CSI or COSI method: as a gRPC
 * status. What a program that uses a mounted file sees, the mount engine knows.
 */
public enum ErrorKind {
  INVALID_ARGUMENT("INVALID_ARGUMENT", Retry.NEVER),
  NOT_FOUND("NOT_FOUND", Retry.NEVER),
  NO_SUCH_BUCKET("NOT_FOUND", Retry.NEVER),
  ALREADY_EXISTS("ALREADY_EXISTS", Retry.NEVER),
  PRECONDITION_FAILED("ABORTED", Retry.BY_THE_CALLER),
  UNAUTHENTICATED("UNAUTHENTICATED", Retry.NEVER),
  PERMISSION_DENIED("PERMISSION_DENIED", Retry.NEVER),
  NOT_EMPTY("FAILED_PRECONDITION", Retry.NEVER),
  IN_USE("FAILED_PRECONDITION", Retry.NEVER),
  FAILED_PRECONDITION("FAILED_PRECONDITION", Retry.NEVER),
  QUOTA_EXCEEDED("RESOURCE_EXHAUSTED", Retry.NEVER),
  OUT_OF_RANGE("OUT_OF_RANGE", Retry.NEVER),
  ABORTED("ABORTED", Retry.AS_IT_IS),
  UNAVAILABLE("UNAVAILABLE", Retry.AS_IT_IS),
  UNSUPPORTED("UNIMPLEMENTED", Retry.NEVER),
  UNEXPECTED("INTERNAL", Retry.NEVER);

  private enum Retry {
    /** The same request fails again until somebody changes something. */
    NEVER,
    /** The same request may succeed. */
    AS_IT_IS,
    /**
     * The same request fails again; the caller may succeed if it reads the present state and asks
     * anew.
     */
    BY_THE_CALLER
  }

  private final String code;
  private final Retry retry;

  ErrorKind(String code, Retry retry) {
    this.code = code;
    this.retry = retry;
  }

  /** Returns the name of the gRPC status code, as the specs write it. */
  public String code() {
    return code;
  }

  /** Returns whether the same request may succeed later without anybody changing anything. */
  public boolean isRetryable() {
    return retry == Retry.AS_IT_IS;
  }

  /** Returns whether a caller considers the call finished and does not repeat it. */
  public boolean isFinal() {
    return retry == Retry.NEVER;
  }
}
