package io.windlass.fake.azure;

import java.util.Map;

/** An answer that is an error: "common-rest-api-error-codes" and "blob-service-error-codes". */
final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final int status;
  private final String code;
  private final transient Map<String, String> headers;

  Fault(int status, String code, String message, Map<String, String> headers) {
    super(message);
    this.status = status;
    this.code = code;
    this.headers = headers;
  }

  /**
   * Returns an error of the service.
   *
   * @param page page that states the rule
   */
  static Fault of(int status, String code, String page) {
    return new Fault(status, code, FakeAzure.says(page) + code, Map.of());
  }

  /** Returns an error of the service with a detail. */
  static Fault of(int status, String code, String page, String detail) {
    return new Fault(status, code, FakeAzure.says(page) + code + ": " + detail, Map.of());
  }

  /** Returns the error for a request that this fake does not know. */
  static Fault unknown(String what) {
    return new Fault(
        501, "NotKnownToTheFake", FakeAzure.says("no page") + "does not know " + what, Map.of());
  }

  int status() {
    return status;
  }

  String code() {
    return code;
  }

  /** Returns the additional headers of the answer. */
  Map<String, String> headers() {
    return headers;
  }
}
