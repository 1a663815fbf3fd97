package io.windlass.store.local;

import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.file.FileSystemException;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.awscore.exception.AwsErrorDetails;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.services.s3.model.NoSuchKeyException;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** Errors of the S3 API with which the server refuses requests. */
final class Refusal {
  private static final Logger log = LoggerFactory.getLogger(Refusal.class);

  private Refusal() {}

  static AwsServiceException accessDenied() {
    return of(403, "AccessDenied", "the access key does not permit this");
  }

  static AwsServiceException invalid(String message) {
    return of(400, "InvalidArgument", message);
  }

  /** InvalidURI is S3's error for a key that cannot exist. */
  static AwsServiceException invalidKey(String message) {
    return of(400, "InvalidURI", message);
  }

  static AwsServiceException incompleteBody() {
    return of(400, "IncompleteBody", "the body has fewer bytes than were announced");
  }

  static AwsServiceException noSuchBucket() {
    return of(404, "NoSuchBucket", "there is no such bucket");
  }

  /**
   * The type matters: S3Proxy takes this exception for the answer that an object does not exist.
   */
  static AwsServiceException noSuchKey() {
    String message = "there is no such object";
    return NoSuchKeyException.builder()
        .message(message)
        .statusCode(404)
        .awsErrorDetails(details("NoSuchKey", message))
        .build();
  }

  static AwsServiceException noSuchUpload() {
    return of(404, "NoSuchUpload", "there is no such upload of this key");
  }

  static AwsServiceException preconditionFailed() {
    return of(412, "PreconditionFailed", "the object is not the one the condition names");
  }

  static AwsServiceException notImplemented(String what) {
    return of(501, "NotImplemented", what + " is not offered by a local store");
  }

  static AwsServiceException slowDown() {
    return of(503, "SlowDown", "too much is asked at once: try again");
  }

  /**
   * Returns the error for a disk that failed or is full, which the client cannot prevent. Logs it.
   */
  static AwsServiceException disk(IOException e) {
    boolean full =
        e instanceof FileSystemException failed
            && failed.getReason() != null
            && failed.getReason().startsWith("No space left");
    log.error("the directory cannot be used", e);
    return full
        ? of(507, "InsufficientStorage", "the disk of the directory is full")
        : of(500, "InternalError", "the directory cannot be used");
  }

  static AwsServiceException of(int status, String code, String message) {
    return S3Exception.builder()
        .message(message)
        .statusCode(status)
        .awsErrorDetails(details(code, message))
        .build();
  }

  /** Writes the response for an exception of this package or of S3Proxy. */
  static void write(AwsServiceException e, HttpServletResponse response, boolean head)
      throws IOException {
    AwsErrorDetails details = e.awsErrorDetails();
    response.setStatus(e.statusCode());
    if (details != null && details.sdkHttpResponse() != null) {
      details
          .sdkHttpResponse()
          .firstMatchingHeader("ETag")
          .ifPresent(etag -> response.setHeader("ETag", etag));
    }
    if (head || e.statusCode() == 304) {
      return;
    }
    response.setContentType("application/xml");
    response.setCharacterEncoding("UTF-8");
    try {
      XMLStreamWriter xml =
          XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(response.getWriter());
      xml.writeStartDocument();
      xml.writeStartElement("Error");
      element(xml, "Code", code(e));
      element(xml, "Message", message(e));
      xml.writeEndElement();
      xml.close();
    } catch (XMLStreamException impossible) {
      throw new IOException(impossible);
    }
  }

  private static void element(XMLStreamWriter xml, String name, String text)
      throws XMLStreamException {
    xml.writeStartElement(name);
    xml.writeCharacters(text);
    xml.writeEndElement();
  }

  /** Returns the error code, which S3Proxy leaves out where the status implies it. */
  private static String code(AwsServiceException e) {
    AwsErrorDetails details = e.awsErrorDetails();
    if (details != null && details.errorCode() != null) {
      return details.errorCode();
    }
    return switch (e.statusCode()) {
      case 400, 422 -> "BadDigest";
      case 403 -> "AccessDenied";
      case 405 -> "MethodNotAllowed";
      case 412 -> "PreconditionFailed";
      case 416 -> "InvalidRange";
      default -> "InternalError";
    };
  }

  private static String message(AwsServiceException e) {
    AwsErrorDetails details = e.awsErrorDetails();
    return details == null || details.errorMessage() == null ? code(e) : details.errorMessage();
  }

  private static AwsErrorDetails details(String code, String message) {
    return AwsErrorDetails.builder().errorCode(code).errorMessage(message).build();
  }
}
