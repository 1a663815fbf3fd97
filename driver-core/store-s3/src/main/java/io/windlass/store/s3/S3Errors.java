package io.windlass.store.s3;

import io.windlass.store.DriverException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.Supplier;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Translates the SDK's exceptions into the {@link DriverException} that the S3 error code, or else
 * the HTTP status, stands for. Messages name backend, operation and resource, and say what to do;
 * they contain neither access keys nor headers nor URLs.
 *
 * @param backend name of the backend
 */
record S3Errors(String backend) {
  /** Header in which MinIO sends the error code of a HEAD, whose answer has no body. */
  private static final String MINIO_CODE = "x-minio-error-code";

  private static final int LONGEST_TEXT = 300;

  /** Meaning of an error, whatever code the server used for it. */
  private enum Meaning {
    NOT_FOUND,
    NO_BUCKET,
    CHANGED,
    UNAUTHENTICATED,
    DENIED,
    EXISTS,
    NOT_EMPTY,
    QUOTA,
    UNAVAILABLE,
    UNSUPPORTED,
    INVALID,
    INVALID_KEY,
    WRONG_PLACE,
    NO_S3,
    UNEXPECTED
  }

  /**
   * Runs a call of the SDK, and translates everything that it throws into a {@link
   * DriverException}.
   */
  <T> T call(String operation, String target, Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      throw translate(operation, target, e);
    }
  }

  /** Translates an exception of the SDK. */
  DriverException translate(String operation, String target, Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof DriverException known) {
        return known;
      }
    }
    if (thrown instanceof AwsServiceException answered) {
      return of(answer(answered), operation, target, thrown);
    }
    if (thrown instanceof ApiCallTimeoutException
        || thrown instanceof ApiCallAttemptTimeoutException) {
      return new DriverException.Unavailable(
          says(operation, target, "no answer from the server in time"), thrown);
    }
    if (interrupted(thrown)) {
      Thread.currentThread().interrupt();
      return new DriverException.Unavailable(
          says(operation, target, "the call was interrupted"), thrown);
    }
    if (untrusted(thrown)) {
      return new DriverException.Unavailable(
          says(
              operation,
              target,
              ("the server's certificate is not trusted (%s): name a file of what it is signed with"
                      + " by CA_CERTIFICATE or --ca-certificate")
                  .formatted(reason(thrown))),
          thrown);
    }
    if (thrown instanceof SdkClientException
        || thrown instanceof IOException
        || thrown instanceof CancellationException) {
      return new DriverException.Unavailable(
          says(operation, target, "no answer from the server: " + reason(thrown)), thrown);
    }
    if (thrown instanceof IllegalArgumentException) {
      return new DriverException.InvalidArgument(says(operation, target, reason(thrown)));
    }
    return new DriverException.Unexpected(
        says(operation, target, "the client failed: " + reason(thrown)), thrown);
  }

  /**
   * Error answer of a server.
   *
   * @param status the HTTP status; 0 where the error is one of many in a body
   * @param code the S3 error code; empty where there was none
   * @param text the server's explanation
   */
  record Answer(int status, String code, String text) {}

  /** Translates an error answer. */
  DriverException of(Answer answer, String operation, String target, @Nullable Throwable cause) {
    String what =
        "%s%s"
            .formatted(
                answer.code.isEmpty() ? "HTTP " + answer.status : answer.code,
                answer.text.isEmpty() ? "" : ": " + answer.text);
    return switch (meaning(answer)) {
      case NOT_FOUND ->
          new DriverException.NotFound(says(operation, target, "it is not there"), cause);
      case NO_BUCKET ->
          new DriverException.NoSuchBucket(
              says(operation, target, "there is no such bucket"), cause);
      case CHANGED ->
          new DriverException.PreconditionFailed(
              says(operation, target, "it is not what it was expected to be"), cause);
      case UNAUTHENTICATED ->
          new DriverException.Unauthenticated(
              says(
                  operation,
                  target,
                  "the server does not accept the key (%s): check the key and the clock"
                      .formatted(what)),
              cause);
      case DENIED ->
          new DriverException.PermissionDenied(
              says(operation, target, "the key does not permit it (%s)".formatted(what)), cause);
      case EXISTS ->
          new DriverException.AlreadyExists(
              says(operation, target, "the name is taken: choose another"), cause);
      case NOT_EMPTY ->
          new DriverException.NotEmpty(says(operation, target, "it is not empty"), cause);
      case QUOTA ->
          new DriverException.QuotaExceeded(
              says(operation, target, "a limit of the server is reached (%s)".formatted(what)),
              cause);
      case UNAVAILABLE ->
          new DriverException.Unavailable(
              says(operation, target, "the server cannot do it now (%s)".formatted(what)), cause);
      case UNSUPPORTED ->
          new DriverException.Unsupported(
              says(operation, target, "the server does not offer it (%s)".formatted(what)), cause);
      case INVALID ->
          new DriverException.InvalidArgument(
              says(operation, target, "the server refuses the request (%s)".formatted(what)));
      case INVALID_KEY ->
          new DriverException.InvalidKey(
              says(operation, target, "the server takes no such key (%s)".formatted(what)));
      case WRONG_PLACE ->
          new DriverException.InvalidArgument(
              says(
                  operation,
                  target,
                  "the server belongs to another region or endpoint (%s): check both"
                      .formatted(what)));
      case NO_S3 ->
          new DriverException.Unavailable(
              says(
                  operation,
                  target,
                  "this was no answer of an S3 server (%s): is the endpoint right?"
                      .formatted(what)),
              cause);
      case UNEXPECTED ->
          new DriverException.Unexpected(
              says(operation, target, "the server answered %s".formatted(what)), cause);
    };
  }

  /**
   * Returns whether the server itself named the error of a HEAD. If it did not, there is only a
   * status, and 404 may mean the object or the bucket, or come from a gateway that knows neither.
   */
  static boolean isNamed(DriverException thrown) {
    return thrown.getCause() instanceof AwsServiceException answered
        && minioCode(answered).isPresent();
  }

  /** Returns a message in the form that all messages of a backend have. */
  String says(String operation, String target, String what) {
    return "%s: %s %s: %s".formatted(backend, operation, target, what);
  }

  private static Answer answer(AwsServiceException thrown) {
    Optional<AwsErrorDetails> details = Optional.ofNullable(thrown.awsErrorDetails());
    String code =
        minioCode(thrown)
            .or(() -> details.flatMap(found -> Optional.ofNullable(found.errorCode())))
            .orElse("");
    String text = details.flatMap(found -> Optional.ofNullable(found.errorMessage())).orElse("");
    return new Answer(thrown.statusCode(), code, cut(text));
  }

  private static Optional<String> minioCode(AwsServiceException thrown) {
    return Optional.ofNullable(thrown.awsErrorDetails())
        .flatMap(details -> Optional.ofNullable(details.sdkHttpResponse()))
        .flatMap(response -> response.firstMatchingHeader(MINIO_CODE));
  }

  private static Meaning meaning(Answer answer) {
    return switch (answer.code) {
      case "NoSuchKey", "NoSuchUpload", "NoSuchVersion", "NotFound" -> Meaning.NOT_FOUND;
      case "NoSuchBucket" -> Meaning.NO_BUCKET;
      // S3 sends a code with every 404; for a HEAD, whose answer has no body, the SDK sets one. So
      // a 404 without a code comes from another server.
      case "" ->
          switch (answer.status) {
            case 0 -> Meaning.UNEXPECTED;
            case 404, 410 -> Meaning.NO_S3;
            default -> meaning(answer.status);
          };
      case "KeyTooLongError",
          "InvalidURI",
          "XMinioInvalidObjectName",
          "XMinioInvalidResourceName" ->
          Meaning.INVALID_KEY;
      case "PreconditionFailed", "ConditionalRequestConflict", "NotModified" -> Meaning.CHANGED;
      case "InvalidAccessKeyId",
          "SignatureDoesNotMatch",
          "ExpiredToken",
          "InvalidToken",
          "InvalidSecurity",
          "TokenRefreshRequired",
          "RequestTimeTooSkewed",
          "NotSignedUp" ->
          Meaning.UNAUTHENTICATED;
      case "AccessDenied", "AllAccessDisabled", "AccountProblem", "Forbidden" -> Meaning.DENIED;
      case "BucketAlreadyOwnedByYou", "BucketAlreadyExists" -> Meaning.EXISTS;
      case "BucketNotEmpty" -> Meaning.NOT_EMPTY;
      case "XMinioAdminBucketQuotaExceeded",
          "QuotaExceeded",
          "XMinioStorageFull",
          "TooManyBuckets",
          "InsufficientStorage" ->
          Meaning.QUOTA;
      case "SlowDown",
          "SlowDownRead",
          "SlowDownWrite",
          "ServiceUnavailable",
          "InternalError",
          "RequestTimeout",
          "RequestTimeTooLong",
          "OperationAborted",
          "XMinioServerNotInitialized",
          "BadDigest",
          "XAmzContentChecksumMismatch",
          "IncompleteBody" ->
          Meaning.UNAVAILABLE;
      case "NotImplemented", "XNotImplemented", "MethodNotAllowed" -> Meaning.UNSUPPORTED;
      case "AuthorizationHeaderMalformed",
          "InvalidRegion",
          "IllegalLocationConstraintException",
          "InvalidLocationConstraint",
          "PermanentRedirect",
          "TemporaryRedirect" ->
          Meaning.WRONG_PLACE;
      default -> answer.status == 0 ? Meaning.UNEXPECTED : meaning(answer.status);
    };
  }

  private static Meaning meaning(int status) {
    return switch (status) {
      case 301, 302, 307, 308 -> Meaning.WRONG_PLACE;
      case 304, 412 -> Meaning.CHANGED;
      case 400, 405, 409, 411, 413, 414, 416, 422 -> Meaning.INVALID;
      case 401 -> Meaning.UNAUTHENTICATED;
      case 403 -> Meaning.DENIED;
      case 404, 410 -> Meaning.NOT_FOUND;
      case 408, 429 -> Meaning.UNAVAILABLE;
      case 501 -> Meaning.UNSUPPORTED;
      case 507 -> Meaning.QUOTA;
      default -> status >= 500 ? Meaning.UNAVAILABLE : Meaning.UNEXPECTED;
    };
  }

  private static boolean interrupted(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof AbortedException
          || cause instanceof InterruptedException
          || cause instanceof ClosedByInterruptException) {
        return true;
      }
    }
    return Thread.currentThread().isInterrupted();
  }

  private static boolean untrusted(Throwable thrown) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (cause instanceof CertificateException || cause instanceof SSLPeerUnverifiedException) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns the message of the innermost cause, which is the most specific: refused, reset, unknown
   * host.
   */
  private static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String text = cause.getMessage();
    return cut(text == null ? cause.getClass().getSimpleName() : text);
  }

  private static String cut(String text) {
    return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT) + "…";
  }
}
