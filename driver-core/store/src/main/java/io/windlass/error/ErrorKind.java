package io.windlass.error;

import org.jspecify.annotations.Nullable;

/**
 * Kinds of failure. This is the one table of what a kind means: to the caller of a CSI or COSI
 * method (a gRPC status), to a program that uses a mounted file (an errno), to those who repeat
 * requests or watch the health of a store, and to the person who has to mend it.
 */
public enum ErrorKind {
  INVALID_ARGUMENT("INVALID_ARGUMENT", "EINVAL", Retry.NEVER, Effect.UNCLEAR, Health.UNKNOWN),
  INVALID_KEY("INVALID_ARGUMENT", "EINVAL", Retry.NEVER, Effect.UNCLEAR, Health.UNKNOWN),
  NOT_FOUND("NOT_FOUND", "ENOENT", Retry.NEVER, Effect.UNCLEAR, Health.WELL),
  /** This is not ENOENT: programs would take that for an answer about the file. */
  NO_SUCH_BUCKET("NOT_FOUND", "EIO", Retry.NEVER, Effect.UNCLEAR, Health.TROUBLE),
  ALREADY_EXISTS("ALREADY_EXISTS", "EEXIST", Retry.NEVER, Effect.NONE, Health.WELL),
  PRECONDITION_FAILED("ABORTED", "ESTALE", Retry.BY_THE_CALLER, Effect.UNCLEAR, Health.WELL),
  UNAUTHENTICATED(
      "UNAUTHENTICATED",
      "EACCES",
      Retry.NEVER,
      Effect.NONE,
      Health.TROUBLE,
      "correct what the message names; the administrator's key is in the files that %s names"),
  PERMISSION_DENIED(
      "PERMISSION_DENIED",
      "EACCES",
      Retry.NEVER,
      Effect.NONE,
      Health.TROUBLE,
      "permit what the message names; the administrator's key needs the right to make buckets, users"
          + " and policies"),
  NOT_EMPTY("FAILED_PRECONDITION", "ENOTEMPTY", Retry.NEVER, Effect.NONE, Health.UNKNOWN),
  IN_USE(
      "FAILED_PRECONDITION",
      "EBUSY",
      Retry.NEVER,
      Effect.NONE,
      Health.UNKNOWN,
      "stop what uses it"),
  FAILED_PRECONDITION(
      "FAILED_PRECONDITION",
      "EINVAL",
      Retry.NEVER,
      Effect.NONE,
      Health.UNKNOWN,
      "change it as the message says"),
  QUOTA_EXCEEDED(
      "RESOURCE_EXHAUSTED",
      "EDQUOT",
      Retry.NEVER,
      Effect.NONE,
      Health.TROUBLE,
      "make room on the server"),
  OUT_OF_RANGE("OUT_OF_RANGE", "ERANGE", Retry.NEVER, Effect.NONE, Health.UNKNOWN),
  ABORTED("ABORTED", "EAGAIN", Retry.AS_IT_IS, Effect.UNCLEAR, Health.UNKNOWN),
  UNAVAILABLE(
      "UNAVAILABLE",
      "EIO",
      Retry.AS_IT_IS,
      Effect.UNCLEAR,
      Health.TROUBLE,
      "see whether the server runs, and whether it can be reached from here: name, port, network"
          + " policy, TLS"),
  UNSUPPORTED("UNIMPLEMENTED", "ENOTSUP", Retry.NEVER, Effect.NONE, Health.UNKNOWN),
  UNEXPECTED("INTERNAL", "EIO", Retry.NEVER, Effect.UNCLEAR, Health.TROUBLE);

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

  private enum Effect {
    /** The request changed nothing, however often it was sent. */
    NONE,
    /** The request may have changed something, when it was sent before or although it failed. */
    UNCLEAR
  }

  /** What a failure says about the health of the store. */
  public enum Health {
    /** The store answers, and this is an answer. */
    WELL,
    /** The store cannot be used. */
    TROUBLE,
    /** The failure says nothing about the store. */
    UNKNOWN
  }

  private final String code;
  private final String errno;
  private final Retry retry;
  private final Effect effect;
  private final Health health;
  private final String advice;

  ErrorKind(String code, String errno, Retry retry, Effect effect, Health health) {
    this(code, errno, retry, effect, health, "");
  }

  ErrorKind(String code, String errno, Retry retry, Effect effect, Health health, String advice) {
    this.code = code;
    this.errno = errno;
    this.retry = retry;
    this.effect = effect;
    this.health = health;
    this.advice = advice;
  }

  /** Returns the name of the gRPC status code, as the specs write it. */
  public String code() {
    return code;
  }

  /** Returns the name of the error number for programs, as POSIX writes it. */
  public String errno() {
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

  /**
   * Returns whether the request may have had its effect all the same: it was sent twice, and the
   * first one arrived; or it arrived, and the answer did not.
   */
  public boolean mayHaveSucceeded() {
    return effect == Effect.UNCLEAR;
  }

  /** Returns what it says about the health of the store. */
  public Health health() {
    return health;
  }

  /**
   * Returns what the operator of a driver should do.
   *
   * @param credentials setting that names the files with the administrator's key
   * @return empty if the message of the failure says it
   */
  public String advice(String credentials) {
    return advice.formatted(credentials);
  }

  /** Returns a failure of this kind. */
  public DriverException exception(String message, @Nullable Throwable cause) {
    return switch (this) {
      case INVALID_ARGUMENT -> new DriverException.InvalidArgument(message);
      case INVALID_KEY -> new DriverException.InvalidKey(message);
      case NOT_FOUND -> new DriverException.NotFound(message, cause);
      case NO_SUCH_BUCKET -> new DriverException.NoSuchBucket(message, cause);
      case ALREADY_EXISTS -> new DriverException.AlreadyExists(message, cause);
      case PRECONDITION_FAILED -> new DriverException.PreconditionFailed(message, cause);
      case UNAUTHENTICATED -> new DriverException.Unauthenticated(message, cause);
      case PERMISSION_DENIED -> new DriverException.PermissionDenied(message, cause);
      case NOT_EMPTY -> new DriverException.NotEmpty(message, cause);
      case IN_USE -> new DriverException.InUse(message, cause);
      case FAILED_PRECONDITION -> new DriverException.FailedPrecondition(message);
      case QUOTA_EXCEEDED -> new DriverException.QuotaExceeded(message, cause);
      case OUT_OF_RANGE -> new DriverException.OutOfRange(message);
      case ABORTED -> new DriverException.Aborted(message);
      case UNAVAILABLE -> new DriverException.Unavailable(message, cause);
      case UNSUPPORTED -> new DriverException.Unsupported(message, cause);
      case UNEXPECTED -> new DriverException.Unexpected(message, cause);
    };
  }
}
