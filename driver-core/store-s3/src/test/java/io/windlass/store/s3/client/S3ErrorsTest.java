package io.windlass.store.s3.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.store.s3.client.S3Errors.Answer;
import java.net.ConnectException;
import java.security.cert.CertificateException;
import java.util.List;
import java.util.concurrent.CancellationException;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLPeerUnverifiedException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.core.exception.AbortedException;
import software.amazon.awssdk.core.exception.ApiCallTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

class S3ErrorsTest {
  private final StoreErrors errors = S3Errors.of("fast");

  @ParameterizedTest
  @CsvSource({
    "404, NoSuchKey, NotFound",
    "404, NoSuchBucket, NoSuchBucket",
    "404, NoSuchUpload, NotFound",
    "404, NoSuchVersion, NotFound",
    "412, PreconditionFailed, PreconditionFailed",
    "409, ConditionalRequestConflict, Unavailable",
    "403, InvalidAccessKeyId, Unauthenticated",
    "403, SignatureDoesNotMatch, Unauthenticated",
    "403, RequestTimeTooSkewed, Unauthenticated",
    "400, ExpiredToken, Unauthenticated",
    "403, AccessDenied, PermissionDenied",
    "400, KMS.DisabledException, PermissionDenied",
    "400, KMS.NotFoundException, PermissionDenied",
    "400, KMS.ThrottlingException, Unavailable",
    "409, BucketAlreadyOwnedByYou, AlreadyExists",
    "409, BucketAlreadyExists, AlreadyExists",
    "409, BucketNotEmpty, NotEmpty",
    "400, XMinioAdminBucketQuotaExceeded, QuotaExceeded",
    "403, QuotaExceeded, QuotaExceeded",
    "507, XMinioStorageFull, QuotaExceeded",
    "503, SlowDown, Unavailable",
    "503, XMinioServerNotInitialized, Unavailable",
    "409, OperationAborted, Unavailable",
    "400, RequestTimeout, Unavailable",
    "400, BadDigest, Unavailable",
    "501, NotImplemented, Unsupported",
    "405, MethodNotAllowed, Unsupported",
    "400, AuthorizationHeaderMalformed, FailedPrecondition",
    "301, PermanentRedirect, FailedPrecondition",
    "400, IllegalLocationConstraintException, FailedPrecondition",
    "403, AccountProblem, FailedPrecondition",
    "403, OptInRequired, FailedPrecondition",
    "400, RequestExpired, Unauthenticated",
    "403, InvalidClientTokenId, Unauthenticated",
    "400, IncompleteSignature, Unauthenticated",
    "409, SomethingNew, FailedPrecondition",
    "400, IDPCommunicationError, Unavailable",
    "400, InvalidIdentityToken, Unauthenticated",
    "400, InvalidArgument, InvalidArgument",
    "416, InvalidRange, InvalidArgument",
    "400, EntityTooSmall, InvalidArgument",
    "400, SomethingNew, InvalidArgument",
    "400, KeyTooLongError, InvalidKey",
    "400, XMinioInvalidObjectName, InvalidKey",
  })
  void codesHaveOneMeaningEach(int status, String code, String expected) {
    assertThat(translate(answered(status, code))).isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "304, PreconditionFailed",
    "401, Unauthenticated",
    "403, PermissionDenied",
    "412, PreconditionFailed",
    "429, Unavailable",
    "500, Unavailable",
    "502, Unavailable",
    "503, Unavailable",
    "507, QuotaExceeded",
  })
  void aHeadHasNoBodySoItsStatusHasToDo(int status, String expected) {
    assertThat(translate(S3Exception.builder().statusCode(status).message("no body").build()))
        .isEqualTo(expected);
  }

  /** What was asked for is not wrong because a proxy, or a port for TLS, says so. */
  @ParameterizedTest
  @ValueSource(ints = {200, 301, 302, 308, 400, 404, 405, 409, 410, 411, 413, 414, 418, 422, 501})
  void anyOtherAnswerWithoutACodeIsNotTheStores(int status) {
    assertThat(translate(S3Exception.builder().statusCode(status).message("a page").build()))
        .isEqualTo("Unavailable");
  }

  @Test
  void minioNamesTheErrorOfAHeadInAHeader() {
    SdkHttpResponse response =
        SdkHttpResponse.builder()
            .statusCode(403)
            .putHeader("x-minio-error-code", "SignatureDoesNotMatch")
            .build();
    Throwable head =
        S3Exception.builder()
            .statusCode(403)
            .awsErrorDetails(AwsErrorDetails.builder().sdkHttpResponse(response).build())
            .build();
    assertThat(translate(head)).isEqualTo("Unauthenticated");
  }

  @Test
  void whatHappensOnTheWayIsUnavailable() {
    SdkClientException refused =
        SdkClientException.create("cannot", new ConnectException("Connection refused"));
    assertThat(errors.translate("head", "bucket/key", refused))
        .isInstanceOf(DriverException.Unavailable.class)
        .hasMessage("fast: head bucket/key: no answer from the server: Connection refused");
    assertThat(translate(new CancellationException())).isEqualTo("Unavailable");
    assertThat(translate(ApiCallTimeoutException.builder().message("late").build()))
        .isEqualTo("Unavailable");
  }

  @Test
  void whatIsNotTrustedSaysWhatToDo() {
    for (Exception cause :
        List.of(
            new SSLException("cannot", new CertificateException("no path")),
            new SSLPeerUnverifiedException("no path"))) {
      assertThat(errors.translate("head", "bucket", SdkClientException.create("cannot", cause)))
          .isInstanceOf(DriverException.Unavailable.class)
          .hasMessageContaining("certificate is not trusted (no path): name a PEM file");
    }
  }

  @Test
  void anInterruptIsPassedOn() {
    DriverException thrown =
        errors.translate("get", "bucket/key", AbortedException.create("aborted"));
    assertThat(Thread.interrupted()).as("interrupt flag").isTrue();
    assertThat(thrown)
        .isInstanceOf(DriverException.Unavailable.class)
        .hasMessageContaining("interrupted");
  }

  @Test
  void whatIsKnownAlreadyStaysAsItIs() {
    DriverException known =
        new DriverException.Unauthenticated("file accessKeyId is missing", null);
    assertThat(errors.translate("get", "b/k", SdkClientException.create("wrapped", known)))
        .isSameAs(known);
  }

  @Test
  void defectsAreNotTakenForTheServers() {
    assertThat(translate(new NullPointerException("oops"))).isEqualTo("Unexpected");
    assertThat(translate(new IllegalArgumentException("Bucket name should not be so")))
        .isEqualTo("InvalidArgument");
  }

  @Test
  void messagesNameBackendOperationAndResource() {
    for (int status : List.of(400, 401, 403, 404, 412, 500, 501, 507, 418)) {
      assertThat(errors.of(S3Errors.failure(new Answer(status, "", "")), "put", "bucket/key", null))
          .hasMessageStartingWith("fast: put bucket/key: ");
    }
  }

  @Test
  void aLongStoryIsCut() {
    DriverException thrown =
        errors.translate("put", "bucket/key", answered(400, "Odd", "x".repeat(5000)));
    assertThat(thrown.getMessage()).hasSizeLessThan(500);
  }

  private String translate(Throwable thrown) {
    return errors.translate("op", "target", thrown).getClass().getSimpleName();
  }

  private static Throwable answered(int status, String code) {
    return answered(status, code, "a story");
  }

  private static Throwable answered(int status, String code, String text) {
    return S3Exception.builder()
        .statusCode(status)
        .awsErrorDetails(AwsErrorDetails.builder().errorCode(code).errorMessage(text).build())
        .build();
  }
}
