package io.windlass.store.s3.object;

import io.windlass.object.ByteRange;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.CopyResult;
import io.windlass.store.PutOptions;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.CopyObjectResult;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Response;

/** Converts answers of the server into descriptions of objects. */
final class S3Answers {
  private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/.*");

  private S3Answers() {}

  static ObjectInfo info(String key, HeadObjectResponse answer, ObjectProperties seen) {
    Instant observed = observed(answer);
    return new ObjectInfo(
        key,
        stated(answer.contentLength(), "Content-Length"),
        new Revision(stated(answer.eTag(), "an ETag")),
        Optional.ofNullable(answer.versionId()),
        Optional.ofNullable(answer.lastModified()).orElse(observed),
        observed,
        metadata(answer.metadata()),
        seen);
  }

  static ObjectInfo info(String key, GetObjectResponse answer, ObjectProperties seen) {
    Instant observed = observed(answer);
    return new ObjectInfo(
        key,
        wholeSize(answer),
        new Revision(stated(answer.eTag(), "an ETag")),
        Optional.ofNullable(answer.versionId()),
        Optional.ofNullable(answer.lastModified()).orElse(observed),
        observed,
        metadata(answer.metadata()),
        seen);
  }

  /**
   * Describes an object that was put. The answer contains no modification time; the time of the
   * answer itself is the nearest.
   */
  static ObjectInfo info(String key, long size, PutOptions options, PutObjectResponse answer) {
    Instant observed = observed(answer);
    return new ObjectInfo(
        key,
        size,
        new Revision(stated(answer.eTag(), "an ETag")),
        Optional.ofNullable(answer.versionId()),
        observed,
        observed,
        options.metadata(),
        options.properties());
  }

  static CopyResult copy(CopyObjectResponse answer) {
    CopyObjectResult copy = stated(answer.copyObjectResult(), "CopyObjectResult");
    Instant observed = observed(answer);
    return new CopyResult(
        new Revision(quoted(stated(copy.eTag(), "an ETag"))),
        Optional.ofNullable(answer.versionId()),
        Optional.ofNullable(copy.lastModified()).orElse(observed),
        observed);
  }

  /**
   * Returns the server's clock when it answered; the local clock if the answer has no valid Date.
   */
  static Instant observed(S3Response answer) {
    return answer
        .sdkHttpResponse()
        .firstMatchingHeader("Date")
        .flatMap(S3Answers::date)
        .orElseGet(Instant::now);
  }

  /** Returns an ETag as headers have it. SeaweedFS leaves out the quotes in answers to copies. */
  static String quoted(String etag) {
    return etag.isEmpty() || etag.startsWith("\"") ? etag : "\"" + etag + "\"";
  }

  /** Returns a value that the protocol promises and the SDK may leave out; empty text for null. */
  static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  /**
   * Returns a value that every S3 server sends. If it is missing, something else has answered: a
   * gateway with a page for browsers, for example.
   *
   * @throws SdkClientException when it is missing, as for any other answer that cannot be
   *     understood
   */
  static <T> T stated(@Nullable T value, String what) {
    if (value == null) {
      throw noAnswer("it lacks " + what);
    }
    return value;
  }

  /** Returns the exception for an answer that no S3 server gives. */
  static SdkClientException noAnswer(String how) {
    return SdkClientException.create("the answer is not one of an S3 server: " + how);
  }

  /**
   * Checks that the server sent the bytes that were requested.
   *
   * @throws SdkClientException when it sent other bytes, or the whole object where a range was
   *     requested
   */
  static void check(ByteRange asked, GetObjectResponse answer) {
    Matcher given = CONTENT_RANGE.matcher(text(answer.contentRange()));
    boolean right =
        given.matches()
            && Long.parseLong(given.group(1)) == asked.offset()
            && Long.parseLong(given.group(2)) < asked.offset() + asked.length();
    if (!right) {
      throw noAnswer("it has bytes that were not requested");
    }
  }

  private static Optional<Instant> date(String header) {
    try {
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(header, Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the size of the whole object. The answer to a range contains it in {@code
   * Content-Range: bytes first-last/whole}.
   */
  private static long wholeSize(GetObjectResponse answer) {
    String range = text(answer.contentRange());
    String whole = range.substring(range.lastIndexOf('/') + 1);
    return whole.matches("\\d{1,18}")
        ? Long.parseLong(whole)
        : stated(answer.contentLength(), "Content-Length");
  }

  static Map<String, String> metadata(HeadObjectResponse answer) {
    return metadata(answer.metadata());
  }

  /** Returns metadata with names in lower case, as servers write them in different cases. */
  private static Map<String, String> metadata(Map<String, String> given) {
    Map<String, String> lower = new HashMap<>();
    given.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
    return lower;
  }
}
