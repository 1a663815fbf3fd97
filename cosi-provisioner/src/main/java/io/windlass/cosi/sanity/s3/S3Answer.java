package io.windlass.cosi.sanity.s3;

import java.util.Set;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * What the server made of one request.
 *
 * @param operation what was tried, for people
 * @param verdict whether it was permitted
 * @param detail the server's code and message, or the content that was read
 */
public record S3Answer(String operation, Verdict verdict, String detail) {

  /** Whether a request was permitted. */
  public enum Verdict {
    /** It was done, or would have been if there were anything to show. */
    ALLOWED,
    /** The server refused this credential, or this credential's right to do it. */
    DENIED,
    /** The server knows no such bucket or object. */
    MISSING,
    /** The server does not offer the operation. */
    UNSUPPORTED,
    /** Neither: the server did not answer, or something else was wrong. */
    UNCLEAR
  }

  /** Codes which say that one may look, and that nothing is set. */
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

  /** Whether it was permitted. */
  public boolean isAllowed() {
    return verdict == Verdict.ALLOWED;
  }

  /** Whether the server refused it. */
  public boolean isDenied() {
    return verdict == Verdict.DENIED;
  }

  @Override
  public String toString() {
    return operation + ": " + verdict + (detail.isEmpty() ? "" : " (" + detail + ")");
  }
}
