package io.windlass.fake.gcs;

import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/**
 * An answer that is an error, in the words of
 * cloud.google.com/storage/docs/json_api/v1/status-codes.
 */
final class Refusal extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private static final Map<Integer, String> STATUS =
      Map.of(
          400, "INVALID_ARGUMENT",
          401, "UNAUTHENTICATED",
          403, "PERMISSION_DENIED",
          404, "NOT_FOUND",
          409, "ALREADY_EXISTS",
          412, "FAILED_PRECONDITION",
          429, "RESOURCE_EXHAUSTED",
          501, "UNIMPLEMENTED");

  private final int status;
  private final String reason;
  private final transient Map<String, String> headers;

  private Refusal(int status, String reason, String message, Map<String, String> headers) {
    super(message);
    this.status = status;
    this.reason = reason;
    this.headers = headers;
  }

  static Refusal of(int status, String reason, String message) {
    return new Refusal(status, reason, message, Map.of());
  }

  static Refusal invalid(String message) {
    return of(400, "invalid", message);
  }

  static Refusal required(String what) {
    return of(400, "required", "Required parameter: " + what);
  }

  static Refusal notFound(String message) {
    return of(404, "notFound", message);
  }

  static Refusal conflict(String message) {
    return of(409, "conflict", message);
  }

  static Refusal forbidden(String message) {
    return of(403, "forbidden", message);
  }

  /** cloud.google.com/storage/docs/request-preconditions: a number that must match does not. */
  static Refusal conditionNotMet() {
    return of(
        412, "conditionNotMet", "At least one of the pre-conditions you specified did not hold.");
  }

  /** cloud.google.com/storage/docs/request-preconditions: a number that must differ does not. */
  static Refusal notModified() {
    return of(304, "notModified", "Not Modified");
  }

  /** Returns the error for what this fake does not model. */
  static Refusal unknown(String what) {
    return of(501, "notImplemented", FakeGcs.NAME + " does not model " + what);
  }

  /** Returns this error with a header, for a challenge or a range. */
  Refusal with(String name, String value) {
    return new Refusal(status, reason, String.valueOf(getMessage()), Map.of(name, value));
  }

  int status() {
    return status;
  }

  String reason() {
    return reason;
  }

  /** Returns the error in the form of the JSON API. */
  WireAnswer json() {
    ObjectNode body = JsonText.object();
    ObjectNode error = body.putObject("error").put("code", status).put("message", getMessage());
    error
        .putArray("errors")
        .addObject()
        .put("message", getMessage())
        .put("domain", "global")
        .put("reason", reason);
    return WireAnswer.json(status, body).with(headers);
  }

  /**
   * Returns the error in the form of Google's other APIs: google.rpc.Status,
   * cloud.google.com/apis/design/errors.
   */
  WireAnswer rpc() {
    ObjectNode body = JsonText.object();
    body.putObject("error")
        .put("code", status)
        .put("message", getMessage())
        .put(
            "status",
            reason.equals("aborted") ? "ABORTED" : STATUS.getOrDefault(status, "UNKNOWN"));
    return WireAnswer.json(status, body).with(headers);
  }

  /** Returns the error in the form of the token endpoints: RFC 6749, section 5.2. */
  WireAnswer oauth() {
    return WireAnswer.json(
        status, JsonText.object().put("error", reason).put("error_description", getMessage()));
  }

  Map<String, String> headers() {
    return headers;
  }
}
