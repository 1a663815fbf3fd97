package io.windlass.store.gcs.client;

import com.google.api.client.googleapis.json.GoogleJsonError;
import com.google.api.client.googleapis.json.GoogleJsonErrorContainer;
import com.google.api.client.googleapis.json.GoogleJsonResponseException;
import com.google.api.client.http.HttpResponseException;
import com.google.api.client.json.gson.GsonFactory;
import io.windlass.error.Failure;
import io.windlass.error.Meaning;
import io.windlass.error.StoreErrors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Translates the client's exceptions and the service's answers: "HTTP status and error codes for
 * JSON" and those for XML. Messages hold neither tokens nor headers nor URLs.
 */
public final class GcsErrors {
  private static final Pattern XML_CODE = Pattern.compile("<Code>([A-Za-z]{1,80})</Code>");

  /**
   * What the service says of the policies of an organisation, with the same code as of a race:
   * "Organization policy constraints for Cloud Storage".
   */
  private static final Pattern REFUSED =
      Pattern.compile(
          "violates constraint|constraints/|permitted customer|public access prevention");

  private GcsErrors() {}

  /** Returns the errors of the backend of this name. */
  public static StoreErrors of(String backend) {
    return new StoreErrors(backend, GcsErrors::failure);
  }

  /** Returns the failure of a request that ended with this exception. */
  public static Failure failure(Throwable thrown) {
    return Failure.cause(thrown, HttpResponseException.class)
        .map(GcsErrors::answered)
        .orElseGet(() -> Failure.unanswered(unwrapped(thrown)));
  }

  private static Failure answered(HttpResponseException thrown) {
    return thrown instanceof GoogleJsonResponseException known && known.getDetails() != null
        ? failure(thrown.getStatusCode(), known.getDetails())
        : failure(thrown.getStatusCode(), Optional.ofNullable(thrown.getContent()).orElse(""));
  }

  private static Throwable unwrapped(Throwable thrown) {
    return thrown instanceof UncheckedIOException
        ? Failure.cause(thrown, IOException.class).<Throwable>map(e -> e).orElse(thrown)
        : thrown;
  }

  /** Returns what an error answer means. */
  public static Failure failure(int status, String body) {
    Matcher xml = XML_CODE.matcher(body);
    if (xml.find()) {
      String code = xml.group(1);
      return Failure.of(ofXml(status, code), code);
    }
    return json(body)
        .map(error -> failure(status, error))
        .orElseGet(() -> Failure.of(unnamed(status), "HTTP " + status));
  }

  /** Returns what the error of one answer in a batch means. */
  public static Failure failure(int status, GoogleJsonError error) {
    String message = Optional.ofNullable(error.getMessage()).orElse("");
    String reason =
        Optional.ofNullable(error.getErrors()).orElse(List.of()).stream()
            .map(GoogleJsonError.ErrorInfo::getReason)
            .flatMap(said -> Optional.ofNullable(said).stream())
            .findFirst()
            .orElseGet(() -> reason(String.valueOf(error.get("status"))));
    Meaning meaning = ofJson(status, reason, message);
    String what = reason.isEmpty() ? "HTTP " + status : reason;
    return switch (meaning) {
      case INVALID, DENIED, UNSUPPORTED, WRONG_STATE, ACCOUNT, QUOTA ->
          Failure.of(meaning, Failure.cut(what + ": " + message));
      default -> Failure.of(meaning, what);
    };
  }

  /**
   * Returns the code of an error; other APIs than Cloud Storage use the names of gRPC
   * ("google.rpc.Status").
   */
  private static String reason(String status) {
    return switch (status) {
      case "ALREADY_EXISTS" -> "conflict";
      case "ABORTED" -> "aborted"; // somebody else changes it at the same time
      case "RESOURCE_EXHAUSTED" -> "rateLimitExceeded";
      case "FAILED_PRECONDITION" -> "failedPrecondition";
      default -> "";
    };
  }

  private static Optional<GoogleJsonError> json(String body) {
    try {
      return Optional.ofNullable(
              GsonFactory.getDefaultInstance().fromString(body, GoogleJsonErrorContainer.class))
          .flatMap(container -> Optional.ofNullable(container.getError()));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // another server has answered
    }
  }

  /**
   * Tells a missing bucket from a missing object by the documented text, because the reason is the
   * same.
   */
  private static Meaning ofJson(int status, String reason, String message) {
    return switch (reason) {
      case "notFound" ->
          message.startsWith("The specified bucket does not exist")
              ? Meaning.NO_BUCKET
              : Meaning.NOT_FOUND;
      case "conditionNotMet" -> REFUSED.matcher(message).find() ? Meaning.ACCOUNT : Meaning.CHANGED;
      case "notModified", "aborted" -> Meaning.CHANGED;
      case "conflict" -> message.contains("not empty") ? Meaning.NOT_EMPTY : Meaning.EXISTS;
      case "authError", "expired", "required" ->
          status == 401 ? Meaning.UNAUTHENTICATED : of(status);
      // The service answers an exhausted quota like too many requests.
      case "rateLimitExceeded" ->
          message.toLowerCase(Locale.ROOT).contains("maximum number")
              ? Meaning.QUOTA
              : Meaning.UNAVAILABLE;
      case "userRateLimitExceeded", "backendError", "internalError" -> Meaning.UNAVAILABLE;
      case "quotaExceeded", "limitExceeded" -> Meaning.QUOTA;
      case "retentionPolicyNotMet", "objectUnderActiveHold", "failedPrecondition" ->
          Meaning.WRONG_STATE;
      case "accountDisabled",
          "accessNotConfigured",
          "orgPolicyConstraintFailed",
          "userProjectAccountProblem" ->
          Meaning.ACCOUNT;
      case "notImplemented" -> Meaning.UNSUPPORTED;
      default -> of(status);
    };
  }

  private static Meaning ofXml(int status, String code) {
    return switch (code) {
      case "NoSuchBucket" -> Meaning.NO_BUCKET;
      case "NoSuchKey", "NoSuchVersion" -> Meaning.NOT_FOUND;
      case "PreconditionFailed" -> Meaning.CHANGED;
      case "RetentionPolicyNotMet", "ObjectUnderActiveHold" -> Meaning.WRONG_STATE;
      case "SlowDown", "InternalError", "ServiceUnavailable" -> Meaning.UNAVAILABLE;
      case "AuthenticationRequired", "InvalidSecurity" -> Meaning.UNAUTHENTICATED;
      default -> of(status);
    };
  }

  /**
   * Returns what an answer without an error of the service means. The answer to a HEAD has none,
   * and there these statuses tell what they always tell. Any other comes from another server, and
   * so does not say that the request is wrong.
   */
  private static Meaning unnamed(int status) {
    return switch (status) {
      case 304, 401, 403, 408, 412, 429 -> of(status);
      default -> status >= 500 && status != 501 ? Meaning.UNAVAILABLE : Meaning.FOREIGN;
    };
  }

  private static Meaning of(int status) {
    return switch (status) {
      case 304, 412 -> Meaning.CHANGED;
      case 400, 405, 411, 413, 414, 416 -> Meaning.INVALID;
      case 409 -> Meaning.WRONG_STATE;
      case 401 -> Meaning.UNAUTHENTICATED;
      case 403 -> Meaning.DENIED;
      case 404, 410 -> Meaning.NOT_FOUND;
      case 408, 429 -> Meaning.UNAVAILABLE;
      case 501 -> Meaning.UNSUPPORTED;
      default -> status >= 500 ? Meaning.UNAVAILABLE : Meaning.UNEXPECTED;
    };
  }
}
