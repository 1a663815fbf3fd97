package io.windlass.store.azure;

import com.azure.core.exception.HttpResponseException;
import com.azure.core.http.HttpHeaderName;
import com.azure.core.http.HttpResponse;
import com.azure.storage.blob.models.BlobErrorCode;
import com.azure.storage.blob.models.BlobStorageException;
import io.windlass.store.DriverException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpTimeoutException;
import java.nio.channels.ClosedByInterruptException;
import java.security.cert.CertificateException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Where the SDK's exceptions end: each becomes the {@link DriverException} that its error code, or
 * else its HTTP status, stands for ("Blob Storage error codes" and "Common REST API error codes").
 * Messages name backend, operation and resource, and say what to do; they hold neither keys nor
 * headers nor URLs.
 *
 * @param backend name of the backend
 */
record AzureErrors(String backend) {
  static final HttpHeaderName CODE = HttpHeaderName.fromString("x-ms-error-code");

  private static final int LONGEST_TEXT = 300;

  /** What an error means, whatever the service called it. */
  private enum Meaning {
    NOT_FOUND,
    NO_CONTAINER,
    CHANGED,
    UNAUTHENTICATED,
    DENIED,
    EXISTS,
    LEASED,
    WRONG_STATE,
    QUOTA,
    UNAVAILABLE,
    UNSUPPORTED,
    INVALID,
    INVALID_KEY,
    NO_AZURE,
    UNEXPECTED
  }

  /** Runs a call of the SDK; whatever it throws comes out as a {@link DriverException}. */
  <T> T call(String operation, String target, Supplier<T> call) {
    try {
      return call.get();
    } catch (RuntimeException e) {
      throw translate(operation, target, e);
    }
  }

  /** The same of a call without a result. */
  void run(String operation, String target, Runnable call) {
    try {
      call.run();
    } catch (RuntimeException e) {
      throw translate(operation, target, e);
    }
  }

  /** What the SDK threw, as the driver sees it. */
  DriverException translate(String operation, String target, Throwable thrown) {
    Optional<DriverException> known = cause(thrown, DriverException.class);
    if (known.isPresent()) {
      return known.get();
    }
    if (thrown instanceof HttpResponseException answered && answered.getResponse() != null) {
      return of(
          answered.getResponse().getStatusCode(), code(answered), operation, target, answered);
    }
    if (isInterrupted(thrown)) {
      Thread.currentThread().interrupt();
      return unavailable(operation, target, "the call was interrupted", thrown);
    }
    if (cause(thrown, HttpTimeoutException.class).isPresent()
        || cause(thrown, TimeoutException.class).isPresent()) {
      return unavailable(operation, target, "no answer from the server in time", thrown);
    }
    if (cause(thrown, CertificateException.class).isPresent()) {
      return unavailable(
          operation, target, "the server's certificate is not trusted: " + reason(thrown), thrown);
    }
    if (thrown instanceof UncheckedIOException || thrown instanceof IOException) {
      return unavailable(operation, target, "no answer from the server: " + reason(thrown), thrown);
    }
    return new DriverException.Unexpected(
        says(operation, target, "the client failed: " + reason(thrown)), thrown);
  }

  /** Whether the service said so because the container is on its way out. */
  static boolean isBeingDeleted(DriverException.Unavailable thrown) {
    return thrown.getCause() instanceof BlobStorageException answered
        && BlobErrorCode.CONTAINER_BEING_DELETED.equals(answered.getErrorCode());
  }

  /** What was answered instead of what was asked for. */
  DriverException of(HttpResponse answer, String operation, String target) {
    return of(
        answer.getStatusCode(),
        Optional.ofNullable(answer.getHeaderValue(CODE)).orElse(""),
        operation,
        target,
        null);
  }

  /** One answer of many. */
  DriverException of(int status, String code, String operation, String target) {
    return of(status, code, operation, target, null);
  }

  private DriverException of(
      int status, String code, String operation, String target, @Nullable Throwable cause) {
    String what = code.isEmpty() ? "HTTP " + status : code;
    return switch (meaning(status, code)) {
      case NOT_FOUND ->
          new DriverException.NotFound(
              says(operation, target, "it is not there (%s)".formatted(what)), cause);
      case NO_CONTAINER ->
          new DriverException.NoSuchBucket(
              says(operation, target, "there is no such container"), cause);
      case CHANGED ->
          new DriverException.PreconditionFailed(
              says(operation, target, "it is not what it was expected to be"), cause);
      case UNAUTHENTICATED ->
          new DriverException.Unauthenticated(
              says(
                  operation,
                  target,
                  "the account does not accept the key (%s): check account, key and clock"
                      .formatted(what)),
              cause);
      case DENIED ->
          new DriverException.PermissionDenied(
              says(
                  operation,
                  target,
                  ("the account does not permit it (%s): check whether it lets keys be used, and"
                          + " its firewall")
                      .formatted(what)),
              cause);
      case EXISTS ->
          new DriverException.AlreadyExists(
              says(operation, target, "the name is taken: choose another"), cause);
      case LEASED ->
          new DriverException.InUse(
              says(operation, target, "somebody holds it (%s)".formatted(what)));
      case WRONG_STATE ->
          new DriverException.FailedPrecondition(
              says(
                  operation,
                  target,
                  "the blob is not one that this can be done with (%s)".formatted(what)));
      case QUOTA ->
          new DriverException.QuotaExceeded(
              says(operation, target, "a limit of the account is reached (%s)".formatted(what)),
              cause);
      case UNAVAILABLE ->
          unavailable(
              operation, target, "the service cannot do it now (%s)".formatted(what), cause);
      case UNSUPPORTED ->
          new DriverException.Unsupported(
              says(operation, target, "the service does not offer it (%s)".formatted(what)), cause);
      case INVALID ->
          new DriverException.InvalidArgument(
              says(operation, target, "the service refuses the request (%s)".formatted(what)));
      case INVALID_KEY ->
          new DriverException.InvalidKey(
              says(operation, target, "the service takes no such name (%s)".formatted(what)));
      case NO_AZURE ->
          unavailable(
              operation,
              target,
              "this was no answer of Azure Blob Storage (%s): is the endpoint right?"
                  .formatted(what),
              cause);
      case UNEXPECTED ->
          new DriverException.Unexpected(
              says(operation, target, "the service answered %s".formatted(what)), cause);
    };
  }

  private DriverException unavailable(
      String operation, String target, String what, @Nullable Throwable cause) {
    return new DriverException.Unavailable(says(operation, target, what), cause);
  }

  /** A message in the form that all of a backend's have. */
  String says(String operation, String target, String what) {
    return "%s: %s %s: %s".formatted(backend, operation, target, what);
  }

  /** What the service calls the error; empty where it does not. */
  static String code(HttpResponseException thrown) {
    if (thrown instanceof BlobStorageException blob && blob.getErrorCode() != null) {
      return blob.getErrorCode().toString();
    }
    return Optional.ofNullable(thrown.getResponse())
        .flatMap(response -> Optional.ofNullable(response.getHeaderValue(CODE)))
        .orElse("");
  }

  private static Meaning meaning(int status, String code) {
    return switch (code) {
      // Somebody else has committed the blob, and so thrown away what was sent for it.
      case "BlobNotFound", "ResourceNotFound", "InvalidBlockList" -> Meaning.NOT_FOUND;
      case "CannotVerifyCopySource" -> status == 404 ? Meaning.NOT_FOUND : meaning(status);
      case "ContainerNotFound" -> Meaning.NO_CONTAINER;
      // A 409, where other stores answer 412.
      case "BlobAlreadyExists",
          "ConditionNotMet",
          "SourceConditionNotMet",
          "TargetConditionNotMet" ->
          Meaning.CHANGED;
      case "AuthenticationFailed", "InvalidAuthenticationInfo", "NoAuthenticationInformation" ->
          Meaning.UNAUTHENTICATED;
      case "ContainerAlreadyExists" -> Meaning.EXISTS;
      case "LeaseIdMissing",
          "LeaseIdMismatchWithBlobOperation",
          "LeaseIdMismatchWithContainerOperation",
          "LeaseAlreadyPresent",
          "LeaseLost",
          "LeaseNotPresentWithContainerOperation",
          "SnapshotsPresent" ->
          Meaning.LEASED;
      case "BlobArchived",
          "BlobBeingRehydrated",
          "BlobImmutableDueToPolicy",
          "BlobImmutableDueToLegalHold",
          "InvalidBlobType",
          "InvalidBlobOrBlock" ->
          Meaning.WRONG_STATE;
      case "BlockCountExceedsLimit" -> Meaning.QUOTA;
      case "ContainerBeingDeleted",
          "ContainerDisabled",
          "ContainerOperationFailure",
          "AccountBeingCreated",
          "PendingCopyOperation",
          "ServerBusy",
          "InternalError",
          "OperationTimedOut",
          "Md5Mismatch",
          "Crc64Mismatch" ->
          Meaning.UNAVAILABLE;
      case "UnsupportedHeader",
          "UnsupportedQueryParameter",
          "UnsupportedHttpVerb",
          "FeatureVersionMismatch",
          "FeatureNotYetSupportedForHierarchicalNamespaceAccounts" ->
          Meaning.UNSUPPORTED;
      case "InvalidResourceName", "InvalidUri" -> Meaning.INVALID_KEY;
      case "" -> status == 404 || status == 410 ? Meaning.NO_AZURE : meaning(status);
      default -> meaning(status);
    };
  }

  private static Meaning meaning(int status) {
    return switch (status) {
      case 304, 412 -> Meaning.CHANGED;
      case 400, 405, 409, 411, 413, 414, 416 -> Meaning.INVALID;
      case 401 -> Meaning.UNAUTHENTICATED;
      case 403 -> Meaning.DENIED;
      case 404 -> Meaning.NOT_FOUND;
      case 408, 429 -> Meaning.UNAVAILABLE;
      case 501 -> Meaning.UNSUPPORTED;
      case 507 -> Meaning.QUOTA;
      default -> status >= 500 ? Meaning.UNAVAILABLE : Meaning.UNEXPECTED;
    };
  }

  private static boolean isInterrupted(Throwable thrown) {
    return cause(thrown, InterruptedException.class).isPresent()
        || cause(thrown, ClosedByInterruptException.class).isPresent()
        || Thread.currentThread().isInterrupted();
  }

  private static <T extends Throwable> Optional<T> cause(Throwable thrown, Class<T> type) {
    for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return Optional.of(type.cast(cause));
      }
    }
    return Optional.empty();
  }

  /** The innermost cause says most: refused, reset, unknown host. */
  private static String reason(Throwable thrown) {
    Throwable cause = thrown;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    String text = cause.getMessage();
    String said = text == null ? cause.getClass().getSimpleName() : text;
    return said.length() <= LONGEST_TEXT ? said : said.substring(0, LONGEST_TEXT) + "…";
  }
}
