package io.windlass.store;

/**
 * Kinds of failure, and how each is reported: as a gRPC status to the caller of a CSI or COSI
 * method, as an error number to a program that uses a mounted file.
 */
public enum ErrorKind {
  INVALID_ARGUMENT("INVALID_ARGUMENT", Errno.EINVAL, Retry.NEVER),
  NOT_FOUND("NOT_FOUND", Errno.ENOENT, Retry.NEVER),
  NO_SUCH_BUCKET("NOT_FOUND", Errno.EIO, Retry.NEVER),
  ALREADY_EXISTS("ALREADY_EXISTS", Errno.EEXIST, Retry.NEVER),
  PRECONDITION_FAILED("ABORTED", Errno.ESTALE, Retry.BY_THE_CALLER),
  UNAUTHENTICATED("UNAUTHENTICATED", Errno.EACCES, Retry.NEVER),
  PERMISSION_DENIED("PERMISSION_DENIED", Errno.EACCES, Retry.NEVER),
  NOT_EMPTY("FAILED_PRECONDITION", Errno.ENOTEMPTY, Retry.NEVER),
  IN_USE("FAILED_PRECONDITION", Errno.EBUSY, Retry.NEVER),
  FAILED_PRECONDITION("FAILED_PRECONDITION", Errno.EINVAL, Retry.NEVER),
  QUOTA_EXCEEDED("RESOURCE_EXHAUSTED", Errno.EDQUOT, Retry.NEVER),
  OUT_OF_RANGE("OUT_OF_RANGE", Errno.ERANGE, Retry.NEVER),
  ABORTED("ABORTED", Errno.EAGAIN, Retry.AS_IT_IS),
  UNAVAILABLE("UNAVAILABLE", Errno.EIO, Retry.AS_IT_IS),
  UNSUPPORTED("UNIMPLEMENTED", Errno.ENOTSUP, Retry.NEVER),
  UNEXPECTED("INTERNAL", Errno.EIO, Retry.NEVER);

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
  private final Errno errno;
  private final Retry retry;

  ErrorKind(String code, Errno errno, Retry retry) {
    this.code = code;
    this.errno = errno;
    this.retry = retry;
  }

  /** Returns the name of the gRPC status code, as the specs write it. */
  public String code() {
    return code;
  }

  /** Returns the error number that a program sees, after retries where the kind allows them. */
  public Errno errno() {
    return errno;
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
