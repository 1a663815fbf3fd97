package io.windlass.store.s3.client;

import io.windlass.error.AnswerTooLong;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.core.exception.SdkException;
import software.amazon.awssdk.core.retry.ClockSkew;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Reads answers that are errors, as the SDK's client does.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html">Error
 *     Responses</a>
 */
final class S3Failures {
  private S3Failures() {}

  /** Reads an error answer, and closes it. */
  static S3Exception of(SdkHttpMethod method, S3Answer answer) throws IOException {
    SdkHttpResponse head = answer.head();
    ErrorText said = read(answer);
    // The answer to a HEAD has no body. What is not there then has the code that a GET would have.
    Optional<String> unnamed =
        Optional.of("NoSuchKey")
            .filter(_ -> method == SdkHttpMethod.HEAD && head.statusCode() == 404);
    return of(head, new ErrorText(said.code().or(() -> unnamed), said.message()));
  }

  /** Returns the error that an answer says. */
  static S3Exception of(SdkHttpResponse head, ErrorText said) {
    AwsErrorDetails.Builder details =
        AwsErrorDetails.builder()
            .serviceName("S3")
            .errorCode(said.code().orElse(null))
            .errorMessage(said.message().orElse(null))
            .sdkHttpResponse(head);
    AwsServiceException.Builder failure =
        S3Exception.builder()
            .statusCode(head.statusCode())
            .awsErrorDetails(details.build())
            .requestId(head.firstMatchingHeader("x-amz-request-id").orElse(null))
            .extendedRequestId(head.firstMatchingHeader("x-amz-id-2").orElse(null))
            .clockSkew(skew(head, Clock.systemUTC()));
    return (S3Exception) failure.build();
  }

  /** Returns the error of an answer that broke off, by which the SDK asks again. */
  static SdkClientException brokenOff(IOException cause) {
    return SdkClientException.create("the answer broke off", cause);
  }

  /** Returns how far the server's clock is ahead of another; zero if it does not say. */
  static Duration skew(SdkHttpResponse head, Clock clock) {
    Instant now = clock.instant();
    return Duration.between(now, ClockSkew.getServerTime(head).orElse(now));
  }

  /** Returns the pause that the server wants before the next attempt. */
  static Duration wantedPause(SdkException failure) {
    return failure instanceof S3Exception answered
        ? answered
            .awsErrorDetails()
            .sdkHttpResponse()
            .firstMatchingHeader("Retry-After")
            .filter(text -> text.matches("\\d{1,6}"))
            .map(text -> Duration.ofSeconds(Long.parseLong(text)))
            .orElse(Duration.ZERO)
        : Duration.ZERO;
  }

  private static ErrorText read(S3Answer answer) throws IOException {
    try (InputStream text = answer.text()) {
      return ErrorText.read(text.readAllBytes());
    } catch (AnswerTooLong e) {
      return ErrorText.NONE; // the status says enough
    }
  }
}
