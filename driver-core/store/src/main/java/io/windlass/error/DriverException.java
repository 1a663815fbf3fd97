package io.windlass.error;

import io.windlass.secret.TokenRedaction;
import org.jspecify.annotations.Nullable;

/**
 * Failure of a driver operation. One {@code …Errors} class for each backend translates the
 * exceptions of its SDK; {@link ErrorKind} says how a failure is reported to callers. Messages are
 * for people: they say what to change, and contain no secret. Neither do causes: whatever a client
 * library says of a request comes through here, and loses its signatures and tokens.
 */
public abstract sealed class DriverException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final ErrorKind kind;
  private final String message;

  private DriverException(ErrorKind kind, String message, @Nullable Throwable cause) {
    String told = TokenRedaction.of(message);
    super(told, TokenRedaction.of(cause));
    this.kind = kind;
    this.message = told;
  }

  /** Returns what went wrong and what to change. */
  @Override
  public String getMessage() {
    return message;
  }

  /** Returns the kind of failure, which determines how it is reported. */
  public ErrorKind kind() {
    return kind;
  }

  /** Returns whether the same call may succeed later without anybody changing anything. */
  public boolean retryable() {
    return kind.isRetryable();
  }

  /** An argument is malformed or asks for something unsupported; the message names the field. */
  public static sealed class InvalidArgument extends DriverException permits InvalidKey {
    private static final long serialVersionUID = 1L;

    public InvalidArgument(String message) {
      this(ErrorKind.INVALID_ARGUMENT, message);
    }

    private InvalidArgument(ErrorKind kind, String message) {
      super(kind, message, null);
    }
  }

  /** The store cannot have an object with this key, so there is none. */
  public static final class InvalidKey extends InvalidArgument {
    private static final long serialVersionUID = 1L;

    public InvalidKey(String message) {
      super(ErrorKind.INVALID_KEY, message);
    }
  }

  /** There is no such bucket, object, version, upload, volume or snapshot. */
  public static sealed class NotFound extends DriverException permits NoSuchBucket, IsDirectory {
    private static final long serialVersionUID = 1L;

    public NotFound(String message, @Nullable Throwable cause) {
      this(ErrorKind.NOT_FOUND, message, cause);
    }

    private NotFound(ErrorKind kind, String message, @Nullable Throwable cause) {
      super(kind, message, cause);
    }
  }

  /** There is no object with this key, but the server says that it is that of a directory. */
  public static final class IsDirectory extends NotFound {
    private static final long serialVersionUID = 1L;

    public IsDirectory(String message) {
      super(message, null);
    }
  }

  /**
   * The bucket itself does not exist. This says nothing about the objects in it: a caller that asks
   * for an object must not conclude that the object does not exist.
   */
  public static final class NoSuchBucket extends NotFound {
    private static final long serialVersionUID = 1L;

    public NoSuchBucket(String message, @Nullable Throwable cause) {
      super(ErrorKind.NO_SUCH_BUCKET, message, cause);
    }
  }

  /** The resource exists and differs from what was requested; the message says how. */
  public static final class AlreadyExists extends DriverException {
    private static final long serialVersionUID = 1L;

    public AlreadyExists(String message, @Nullable Throwable cause) {
      super(ErrorKind.ALREADY_EXISTS, message, cause);
    }
  }

  /**
   * The object was changed by somebody else: a {@link io.windlass.object.Condition} does not hold.
   */
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

  /** Credentials are valid, and do not permit the operation. */
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

  /** The resource is still used by something else. */
  public static final class InUse extends DriverException {
    private static final long serialVersionUID = 1L;

    public InUse(String message) {
      this(message, null);
    }

    public InUse(String message, @Nullable Throwable cause) {
      super(ErrorKind.IN_USE, message, cause);
    }
  }

  /**
   * The resource exists, and its state does not permit the operation; the message says what would
   * have to change.
   */
  public static final class FailedPrecondition extends DriverException {
    private static final long serialVersionUID = 1L;

    public FailedPrecondition(String message) {
      super(ErrorKind.FAILED_PRECONDITION, message, null);
    }
  }

  /** A quota or a limit of the backend is reached. */
  public static final class QuotaExceeded extends DriverException {
    private static final long serialVersionUID = 1L;

    public QuotaExceeded(String message, @Nullable Throwable cause) {
      super(ErrorKind.QUOTA_EXCEEDED, message, cause);
    }
  }

  /** A capacity range cannot be met, or an access names several buckets where one is the limit. */
  public static final class OutOfRange extends DriverException {
    private static final long serialVersionUID = 1L;

    public OutOfRange(String message) {
      super(ErrorKind.OUT_OF_RANGE, message, null);
    }
  }

  /** Another call for the same resource is in progress, here or in another process. */
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

  /** The backend does not offer the operation. */
  public static final class Unsupported extends DriverException {
    private static final long serialVersionUID = 1L;

    public Unsupported(String message, @Nullable Throwable cause) {
      super(ErrorKind.UNSUPPORTED, message, cause);
    }
  }

  /** The driver has a defect, or the server's answer makes no sense. */
  public static final class Unexpected extends DriverException {
    private static final long serialVersionUID = 1L;

    public Unexpected(String message, @Nullable Throwable cause) {
      super(ErrorKind.UNEXPECTED, message, cause);
    }
  }
}
