package io.windlass.store.s3.client;

import io.windlass.error.AnswerTooLong;
import io.windlass.store.s3.client.S3Requests.Request;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
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
  private static final XMLInputFactory XML = xml();
  private static final String CODE = "Code";
  private static final String MESSAGE = "Message";

  private S3Failures() {}

  private static XMLInputFactory xml() {
    XMLInputFactory factory = XMLInputFactory.newFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }

  /** Reads an error answer, and closes it. */
  static S3Exception of(Request request, S3Answer answer) throws IOException {
    SdkHttpResponse head = answer.head();
    Map<String, String> said = read(answer);
    // The answer to a HEAD has no body. What is not there then has the code that a GET would have.
    boolean unnamed = request.method() == SdkHttpMethod.HEAD && head.statusCode() == 404;
    AwsErrorDetails.Builder details =
        AwsErrorDetails.builder()
            .serviceName("S3")
            .errorCode(Optional.ofNullable(said.get(CODE)).orElse(unnamed ? "NoSuchKey" : null))
            .errorMessage(said.get(MESSAGE))
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

  /** Returns the texts of an error; none if the body is something else. */
  private static Map<String, String> read(S3Answer answer) throws IOException {
    byte[] body;
    try (InputStream text = answer.text()) {
      body = text.readAllBytes();
    } catch (AnswerTooLong e) {
      return Map.of(); // the status says enough
    }
    Map<String, String> texts = new HashMap<>();
    try {
      XMLStreamReader reader = XML.createXMLStreamReader(new ByteArrayInputStream(body));
      int depth = 0;
      while (reader.hasNext()) {
        switch (reader.next()) {
          case XMLStreamConstants.START_ELEMENT -> {
            depth++;
            String name = reader.getLocalName();
            if (depth == 2 && (name.equals(CODE) || name.equals(MESSAGE))) {
              texts.put(name, reader.getElementText());
              depth--;
            }
          }
          case XMLStreamConstants.END_ELEMENT -> depth--;
          default -> {}
        }
      }
    } catch (XMLStreamException e) {
      return texts; // a gateway has answered, or the text was cut
    }
    return texts;
  }
}
