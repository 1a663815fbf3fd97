package io.windlass.store;

import org.jspecify.annotations.Nullable;

/**
 * Everything that can go wrong, as the driver sees it. SDK exceptions end in one {@code …Errors}
 * class per backend; {@link ErrorKind} says what each is to those outside. Messages are for people:
 * they say what to change, and hold no secret.
 */
public abstract sealed class DriverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorKind kind;
  private final String message;

  private DriverException(ErrorKind kind, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.message = message;
  }

  /** What went wrong and what to change. */
  @Override
  public String getMessage() {
    return message;
  }

  /** Which kind of failure it is, and so how it leaves the driver. */
  public ErrorKind kind() {
    return kind;
  }

  /** Whether the same call may succeed later without anybody changing anything. */
  public boolean retryable() {
    return kind.isRetryable();
  }

  /** Like an argument that is malformed, or asks for what is not supported; names the field. */
  public static sealed class InvalidArgument extends DriverException permits InvalidKey {
    private static final long serialVersionUID = 1L;

    public InvalidArgument(String message) {
      super(ErrorKind.INVALID_ARGUMENT, message, null);
    }
  }

  /** The store takes no object of this key, so it has none. */
  public static final class InvalidKey extends InvalidArgument {
    private static final long serialVersionUID = 1L;

    public InvalidKey(String message) {
      super(message);
    }
  }

  /** No such bucket, object, version, upload, volume, snapshot. */
  public static sealed class NotFound extends DriverException permits NoSuchBucket {
    private static final long serialVersionUID = 1L;

    public NotFound(String message, @Nullable Throwable cause) {
      this(ErrorKind.NOT_FOUND, message, cause);
    }

    private NotFound(ErrorKind kind, String message, @Nullable Throwable cause) {
      super(kind, message, cause);
    }
  }

  /**
   * The bucket itself is not there. Of what was in it this says nothing: whoever asks for an object
   * must not take it for the answer that there is none.
   */
  public static final class NoSuchBucket extends NotFound {
    private static final long serialVersionUID = 1L;

    public NoSuchBucket(String message, @Nullable Throwable cause) {
      super(ErrorKind.NO_SUCH_BUCKET, message, cause);
    }
  }

  /** It exists and differs from what was asked for; says in what. */
  public static final class AlreadyExists extends DriverException {
    private static final long serialVersionUID = 1L;

    public AlreadyExists(String message, @Nullable Throwable cause) {
      super(ErrorKind.ALREADY_EXISTS, message, cause);
    }
  }

  /** It changed underneath: a {@link Condition} does not hold. */
  public static final class PreconditionFailed extends DriverException {
    private static final long serialVersionUID = 1L;

    public PreconditionFailed(String message, @Nullable Throwable cause) {
      super(ErrorKind.PRECONDITION_FAILED, message, cause);
    }
  }

  /** Credentials are missing or wrong. */
  public static final class Unauthenticated extends DriverException {
    private static final long serialVersionUID = 1L;

    public Unauthenticated(String message, @Nullable Throwable cause) {
      super(ErrorKind.UNAUTHENTICATED, message, cause);
    }
  }

  /** Credentials are right and do not permit this. */
  public static final class PermissionDenied extends DriverException {
    private static final long serialVersionUID = 1L;

    public PermissionDenied(String message, @Nullable Throwable cause) {
      super(ErrorKind.PERMISSION_DENIED, message, cause);
    }
  }

  /** The bucket or directory is not empty. */
  public static final class NotEmpty extends DriverException {
    private static final long serialVersionUID = 1L;

    public NotEmpty(String message, @Nullable Throwable cause) {
      super(ErrorKind.NOT_EMPTY, message, cause);
    }
  }

  /** Something else still uses it. */
  public static final class InUse extends DriverException {
    private static final long serialVersionUID = 1L;

    public InUse(String message) {
      super(ErrorKind.IN_USE, message, null);
    }
  }

  /** It is there, and not such that this can be done with it; says what would have to change. */
  public static final class FailedPrecondition extends DriverException {
    private static final long serialVersionUID = 1L;

    public FailedPrecondition(String message) {
      super(ErrorKind.FAILED_PRECONDITION, message, null);
    }
  }

  /** A quota, or a limit of the backend. */
  public static final class QuotaExceeded extends DriverException {
    private static final long serialVersionUID = 1L;

    public QuotaExceeded(String message, @Nullable Throwable cause) {
      super(ErrorKind.QUOTA_EXCEEDED, message, cause);
    }
  }

  /** A capacity range that cannot be met; several buckets on one access where one is the most. */
  public static final class OutOfRange extends DriverException {
    private static final long serialVersionUID = 1L;

    public OutOfRange(String message) {
      super(ErrorKind.OUT_OF_RANGE, message, null);
    }
  }

  /** Another call for the same thing is under way, here or in another process. */
  public static final class Aborted extends DriverException {
    private static final long serialVersionUID = 1L;

    public Aborted(String message) {
      super(ErrorKind.ABORTED, message, null);
    }
  }

  /** The backend is slow, throttles, fails or cannot be reached. */
  public static final class Unavailable extends DriverException {
    private static final long serialVersionUID = 1L;

    public Unavailable(String message, @Nullable Throwable cause) {
      super(ErrorKind.UNAVAILABLE, message, cause);
    }
  }

  /** This backend does not offer it. */
  public static final class Unsupported extends DriverException {
    private static final long serialVersionUID = 1L;

    public Unsupported(String message, @Nullable Throwable cause) {
      super(ErrorKind.UNSUPPORTED, message, cause);
    }
  }

  /** A defect of ours, or an answer that makes no sense. */
  public static final class Unexpected extends DriverException {
    private static final long serialVersionUID = 1L;

    public Unexpected(String message, @Nullable Throwable cause) {
      super(ErrorKind.UNEXPECTED, message, cause);
    }
  }
}
