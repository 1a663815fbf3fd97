package io.windlass.store.gcs.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.error.ErrorKind;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Translation of the service's errors. */
class GcsErrorsTest {
  private static ErrorKind kind(int status, String body) {
    return GcsErrors.of("gcs").of(GcsErrors.failure(status, body), "get", "b/k", null).kind();
  }

  @ParameterizedTest
  @CsvSource({
    "404, notFound, NOT_FOUND",
    "400, invalid, INVALID_ARGUMENT",
    "409, somethingNew, FAILED_PRECONDITION",
    "403, accountDisabled, FAILED_PRECONDITION",
    "403, retentionPolicyNotMet, FAILED_PRECONDITION",
    "412, orgPolicyConstraintFailed, FAILED_PRECONDITION",
    "403, forbidden, PERMISSION_DENIED",
    "429, rateLimitExceeded, UNAVAILABLE",
  })
  void reasonsHaveOneMeaningEach(int status, String reason, ErrorKind expected) {
    String error =
        "{\"error\":{\"code\":%d,\"message\":\"no\",\"errors\":[{\"reason\":\"%s\"}]}}"
            .formatted(status, reason);
    assertThat(kind(status, error)).isEqualTo(expected);
  }

  /** A race is tried again; a policy of the organisation is named, once. */
  @ParameterizedTest
  @CsvSource({
    "At least one of the pre-conditions you specified did not hold., PRECONDITION_FAILED",
    "Request violates constraint 'constraints/storage.publicAccessPrevention', FAILED_PRECONDITION",
    "604800 violates constraint constraints/storage.softDeletePolicySeconds, FAILED_PRECONDITION",
    "One or more users named in the policy do not belong to a permitted customer.,"
        + " FAILED_PRECONDITION",
  })
  void anOrganisationIsNoRace(String message, ErrorKind expected) {
    String error =
        "{\"error\":{\"code\":412,\"message\":\"%s\",\"errors\":[{\"reason\":\"conditionNotMet\"}]}}"
            .formatted(message);
    assertThat(kind(412, error)).isEqualTo(expected);
  }

  /** IAM's API has the codes of gRPC; a final one must not stand for what passes. */
  @ParameterizedTest
  @CsvSource({
    "409, ALREADY_EXISTS, ALREADY_EXISTS",
    "409, ABORTED, PRECONDITION_FAILED",
    "400, FAILED_PRECONDITION, FAILED_PRECONDITION",
    "429, RESOURCE_EXHAUSTED, UNAVAILABLE",
  })
  void codesOfIamHaveOneMeaningEach(int status, String code, ErrorKind expected) {
    String error =
        "{\"error\":{\"code\":%d,\"message\":\"no\",\"status\":\"%s\"}}".formatted(status, code);
    assertThat(kind(status, error)).isEqualTo(expected);
  }

  /** What was asked for is not wrong because a proxy, or a port for TLS, says so. */
  @ParameterizedTest
  @ValueSource(ints = {200, 301, 302, 308, 400, 404, 405, 409, 410, 411, 413, 414, 418, 501, 502})
  void anAnswerWithoutAnErrorOfTheServiceIsNotTheServices(int status) {
    assertThat(kind(status, "<html>Client sent an HTTP request to an HTTPS server</html>"))
        .isEqualTo(ErrorKind.UNAVAILABLE);
  }
}
