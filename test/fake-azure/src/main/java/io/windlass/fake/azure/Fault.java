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
   * An error of the service's.
   *
   * @param page where the rule is written down
   */
  static Fault of(int status, String code, String page) {
    return new Fault(status, code, FakeAzure.says(page) + code, Map.of());
  }

  /** The same with what the service says beside it. */
  static Fault of(int status, String code, String page, String detail) {
    return new Fault(status, code, FakeAzure.says(page) + code + ": " + detail, Map.of());
  }

  /** What this fake does not know; the service may. */
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

  /** Beside those that all answers have. */
  Map<String, String> headers() {
    return headers;
  }
}
