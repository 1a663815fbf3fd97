package io.windlass.store.s3.client;

import io.windlass.error.DriverException;
import io.windlass.error.Failure;
import io.windlass.error.Meaning;
import io.windlass.error.StoreErrors;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.iam.model.IamException;

/**
 * What the SDK's exceptions mean: that for which the S3 error code, or else the HTTP status,
 * stands. Messages contain neither access keys nor headers nor URLs.
 */
public final class S3Errors {
  /** Header in which MinIO sends the error code of a HEAD, whose answer has no body. */
  private static final String MINIO_CODE = "x-minio-error-code";

  /** "A conflicting conditional operation is currently in progress against this resource." */
  private static final String OTHER_CHANGE = "OperationAborted";

  private static final String DENIAL = "AccessDenied";

  /** Header in which AWS says where a bucket is. */
  private static final String AWS_REGION = "x-amz-bucket-region";

  private S3Errors() {}

  /** Returns the errors of the backend of this name. */
  public static StoreErrors of(String backend) {
    return new StoreErrors(backend, S3Errors::failure);
  }

  private static Failure failure(Throwable thrown) {
    if (thrown instanceof AwsServiceException answered) {
      Answer answer = answer(answered);
      return withoutIam(answered)
          .or(() -> elsewhere(answered, answer))
          .orElseGet(() -> failure(answer));
    }
    if (thrown instanceof ApiCallTimeoutException
        || thrown instanceof ApiCallAttemptTimeoutException) {
      return Failure.of(Meaning.LATE, "");
    }
    if (Failure.cause(thrown, AbortedException.class).isPresent()) {
      return Failure.of(Meaning.INTERRUPTED, "");
    }
    Failure failure = Failure.unanswered(thrown);
    return failure.meaning() == Meaning.DEFECT ? ofClient(thrown).orElse(failure) : failure;
  }

  /** A server of S3 alone, as Ceph before 19, has no POST of its root, and says so in S3's form. */
  private static Optional<Failure> withoutIam(AwsServiceException thrown) {
    return thrown instanceof IamException && thrown.statusCode() == 405
        ? Optional.of(
            new Failure(
                Meaning.UNSUPPORTED,
                "the server does not offer this call of IAM (HTTP 405): set FLAVOR to none, with which"
                    + " the driver grants no access, or IAM_ENDPOINT to where users are made (Ceph"
                    + " makes them since 19)"))
        : Optional.empty();
  }

  /**
   * Returns what an answer means by which AWS says that a bucket is in another region: 301, and 400
   * for a HEAD, each with the region in a header.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_HeadBucket.html">HeadBucket</a>
   */
  private static Optional<Failure> elsewhere(AwsServiceException thrown, Answer answer) {
    boolean says =
        meaning(answer) == Meaning.WRONG_PLACE
            || (answer.code.isEmpty() && (answer.status == 400 || answer.status == 301));
    return header(thrown, AWS_REGION)
        .filter(region -> says && S3Connection.isRegion(region))
        .map(region ->
            new Failure(
                Meaning.WRONG_PLACE,
                "the bucket is in region %s: set REGION to that, and ENDPOINT, if it is set, to one"
                        .formatted(region)
                    + " of that region"));
  }

  private static Optional<Failure> ofClient(Throwable thrown) {
    if (thrown instanceof SdkClientException || thrown instanceof CancellationException) {
      return Optional.of(Failure.unreached(thrown));
    }
    if (thrown instanceof IllegalArgumentException) {
      return Optional.of(new Failure(Meaning.INVALID, Failure.reason(thrown)));
    }
    return Optional.empty();
  }

  /**
   * Error answer of a server.
   *
   * @param status the HTTP status; 0 where the error is one of many in a body
   * @param code the S3 error code; empty where there was none
   * @param text the server's explanation
   */
  public record Answer(int status, String code, String text) {}

  /** Returns what an error answer means. */
  public static Failure failure(Answer answer) {
    String what =
        "%s%s"
            .formatted(
                answer.code.isEmpty() ? "HTTP " + answer.status : answer.code,
                answer.text.isEmpty() ? "" : ": " + answer.text);
    return Failure.of(meaning(answer), what);
  }

  /**
   * Returns whether the server itself named the error of a HEAD. If it did not, there is only a
   * status, and 404 may mean the object or the bucket, or come from a gateway that knows neither.
   */
  public static boolean isNamed(DriverException thrown) {
    return thrown.getCause() instanceof AwsServiceException answered
        && minioCode(answered).isPresent();
  }

  /**
   * Returns whether the server would not make a change as another of the same bucket was under way.
   */
  public static boolean isOfOtherChange(DriverException thrown) {
    return hasCode(thrown, OTHER_CHANGE);
  }

  /** Returns whether the server itself said in an answer with a body that it denies a request. */
  public static boolean isDenial(DriverException thrown) {
    return hasCode(thrown, DENIAL);
  }

  private static boolean hasCode(DriverException thrown, String code) {
    return thrown.getCause() instanceof AwsServiceException answered
        && answer(answered).code.equals(code);
  }

  private static Answer answer(AwsServiceException thrown) {
    Optional<AwsErrorDetails> details = Optional.ofNullable(thrown.awsErrorDetails());
    String code =
        minioCode(thrown)
            .or(() -> details.flatMap(found -> Optional.ofNullable(found.errorCode())))
            .orElse("");
    String text = details.flatMap(found -> Optional.ofNullable(found.errorMessage())).orElse("");
    return new Answer(thrown.statusCode(), code, Failure.cut(text));
  }

  private static Optional<String> minioCode(AwsServiceException thrown) {
    return header(thrown, MINIO_CODE);
  }

  private static Optional<String> header(AwsServiceException thrown, String name) {
    return Optional.ofNullable(thrown.awsErrorDetails())
        .flatMap(details -> Optional.ofNullable(details.sdkHttpResponse()))
        .flatMap(response -> response.firstMatchingHeader(name));
  }

  private static Meaning meaning(Answer answer) {
    return switch (answer.code) {
      case "NoSuchKey", "NoSuchUpload", "NoSuchVersion", "NotFound", "NoSuchEntity" ->
          Meaning.NOT_FOUND;
      case "NoSuchBucket" -> Meaning.NO_BUCKET;
      case "" -> uncoded(answer.status);
      case "KeyTooLongError",
          "InvalidURI",
          "XMinioInvalidObjectName",
          "XMinioInvalidResourceName" ->
          Meaning.INVALID_KEY;
      case "PreconditionFailed", "NotModified" -> Meaning.CHANGED;
      case "InvalidAccessKeyId",
          "SignatureDoesNotMatch",
          "ExpiredToken",
          "InvalidToken",
          "InvalidTokenId", // MinIO, of a session token that does not belong to the key
          "InvalidSecurity",
          "TokenRefreshRequired",
          "RequestTimeTooSkewed",
          "RequestExpired", // IAM and STS: of the clock
          "IncompleteSignature",
          "MissingAuthenticationToken",
          "InvalidClientTokenId",
          "UnrecognizedClientException",
          "AuthFailure",
          "ExpiredTokenException", // STS: of a service account's token
          "InvalidIdentityToken",
          "IDPRejectedClaim" ->
          Meaning.UNAUTHENTICATED;
      case DENIAL, "Forbidden" -> Meaning.DENIED;
      case "AllAccessDisabled",
          "AccountProblem",
          "NotSignedUp",
          "OptInRequired",
          "PaymentRequired" ->
          Meaning.ACCOUNT;
      case "BucketAlreadyOwnedByYou", "BucketAlreadyExists", "EntityAlreadyExists" ->
          Meaning.EXISTS;
      case "DeleteConflict" -> Meaning.WRONG_STATE; // IAM: others have added something to a user
      case "BucketNotEmpty" -> Meaning.NOT_EMPTY;
      case "XMinioAdminBucketQuotaExceeded",
          "QuotaExceeded",
          "XMinioStorageFull",
          "TooManyBuckets",
          "LimitExceeded", // IAM: keys of a user, users of an account
          "InsufficientStorage" ->
          Meaning.QUOTA;
      case "SlowDown",
          "SlowDownRead",
          "SlowDownWrite",
          "ServiceUnavailable",
          "InternalError",
          "RequestTimeout",
          "RequestTimeTooLong",
          OTHER_CHANGE,
          BusyRetries.CONFLICT, // the condition was not looked at
          "Throttling",
          "ThrottlingException",
          "RequestThrottled",
          "RequestLimitExceeded",
          "TooManyRequests",
          "BandwidthLimitExceeded",
          "PriorRequestNotComplete",
          "ServiceFailure", // IAM
          "IDPCommunicationError", // STS: the cluster's issuer could not be reached
          BusyRetries.CEPH_CONFLICT, // and IAM's, of a user or a role
          "EntityTemporarilyUnmodifiable", // IAM: a user that was made a moment ago
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
          "TemporaryRedirect",
          "Redirect",
          "RegionDisabledException" ->
          Meaning.WRONG_PLACE;
      case "KMS.ThrottlingException" -> Meaning.UNAVAILABLE;
      // Disabled, deleted or unknown: as if the principal had no permission to use the key.
      case "KMS.DisabledException",
          "KMS.KMSInvalidStateException",
          "KMS.InvalidKeyUsageException",
          "KMS.NotFoundException" ->
          Meaning.DENIED;
      default -> answer.status == 0 ? Meaning.UNEXPECTED : meaning(answer.status);
    };
  }

  /**
   * Returns what an answer without a code means. S3 sends a code with every error; but the answer
   * to a HEAD has no body, and there these statuses tell what they always tell. (For its 404 the
   * SDK sets a code.) Any other comes from something in front of the server, and so does not say
   * that the request is wrong.
   */
  private static Meaning uncoded(int status) {
    return switch (status) {
      case 0 -> Meaning.UNEXPECTED;
      case 304, 401, 403, 408, 412, 429, 507 -> meaning(status);
      default -> status >= 500 && status != 501 ? Meaning.UNAVAILABLE : Meaning.FOREIGN;
    };
  }

  private static Meaning meaning(int status) {
    return switch (status) {
      case 301, 302, 307, 308 -> Meaning.WRONG_PLACE;
      case 304, 412 -> Meaning.CHANGED;
      case 400, 405, 411, 413, 414, 416, 422 -> Meaning.INVALID;
      case 409 -> Meaning.WRONG_STATE;
      case 401 -> Meaning.UNAUTHENTICATED;
      case 403 -> Meaning.DENIED;
      case 404, 410 -> Meaning.NOT_FOUND;
      case 408, 429 -> Meaning.UNAVAILABLE;
      case 501 -> Meaning.UNSUPPORTED;
      case 507 -> Meaning.QUOTA;
      default -> status >= 500 ? Meaning.UNAVAILABLE : Meaning.UNEXPECTED;
    };
  }
}
