package io.windlass.cosi.sanity.s3;

import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * Result of one S3 request.
 *
 * @param operation name of the operation, for people
 * @param verdict whether the operation was permitted
 * @param detail status and error code of the server, or the content that was read
 */
public record S3Answer(String operation, Verdict verdict, String detail) {

  /** Verdict on whether a request was permitted. */
  public enum Verdict {
    /** The request succeeded, or only failed because nothing is set that could be returned. */
    ALLOWED,
    /** The server refused this credential, or denied it the operation. */
    DENIED,
    /** The bucket or object does not exist on the server. */
    MISSING,
    /** The server does not offer the operation. */
    UNSUPPORTED,
    /** The server did not answer, or answered with another error. */
    UNCLEAR
  }

  /** Error codes which mean that the request is permitted and that nothing is set. */
  private static final Set<String> NOTHING_SET = Set.of("NoSuchTagSet", "NoSuchBucketPolicy");

  static S3Answer allowed(String operation, String detail) {
    return new S3Answer(operation, Verdict.ALLOWED, detail);
  }

  static S3Answer of(String operation, SdkException e) {
    if (!(e instanceof AwsServiceException service)) {
      return new S3Answer(operation, Verdict.UNCLEAR, String.valueOf(e.getMessage()));
    }
    String code = service.awsErrorDetails() == null ? "" : service.awsErrorDetails().errorCode();
    String detail = service.statusCode() + " " + code;
    return new S3Answer(operation, verdict(service.statusCode(), code), detail.strip());
  }

  private static Verdict verdict(int status, String code) {
    if (NOTHING_SET.contains(code)) {
      return Verdict.ALLOWED;
    }
    return switch (status) {
      case 401, 403 -> Verdict.DENIED;
      case 404 -> Verdict.MISSING;
      case 405, 501 -> Verdict.UNSUPPORTED;
      default -> Verdict.UNCLEAR;
    };
  }

  /** Returns whether the request was permitted. */
  public boolean isAllowed() {
    return verdict == Verdict.ALLOWED;
  }

  /** Returns whether the server refused the request. */
  public boolean isDenied() {
    return verdict == Verdict.DENIED;
  }

  @Override
  public String toString() {
    return operation + ": " + verdict + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}
