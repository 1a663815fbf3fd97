package io.windlass.store.s3.object;

import io.windlass.http.EntityTag;
import io.windlass.http.HttpDate;
import io.windlass.object.ByteRange;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.CopyResult;
import io.windlass.store.PutOptions;
import java.time.Instant;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.http.SdkHttpResponse;
import software.amazon.awssdk.services.s3.model.CopyObjectResponse;
import software.amazon.awssdk.services.s3.model.CopyObjectResult;

/** Converts answers of the server into descriptions of objects. */
final class S3Answers {
  private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/.*");

  private static final String NO_ANSWER = "the answer is not one of an S3 server: ";
  private static final Pattern NUMBER = Pattern.compile("\\d{1,18}");
  static final String VERSION = "x-amz-version-id";

  /** Begins the headers of user metadata. */
  static final String METADATA = "x-amz-meta-";

  private S3Answers() {}

  /** Describes an object by the answer to a HEAD or a GET. */
  static ObjectInfo info(String key, SdkHttpResponse answer, ObjectProperties seen) {
    return new ObjectInfo(
        key,
        wholeSize(answer),
        revision(key, wholeSize(answer), answer),
        answer.firstMatchingHeader(VERSION),
        lastModified(answer),
        observed(answer),
        metadata(answer),
        seen);
  }

  /**
   * Describes an object that was put. The answer contains no modification time; the time of the
   * answer itself is the nearest.
   */
  static ObjectInfo info(String key, long size, PutOptions options, SdkHttpResponse answer) {
    Instant observed = observed(answer);
    return new ObjectInfo(
        key,
        size,
        revision(key, size, answer),
        answer.firstMatchingHeader(VERSION),
        observed,
        observed,
        options.metadata(),
        options.properties());
  }

  private static Revision revision(String key, long size, SdkHttpResponse answer) {
    return MarkerRevision.of(key, size, answer.firstMatchingHeader("ETag"))
        .orElseGet(() -> revision(answer));
  }

  /** Checks that an answer is that of an S3 server. */
  static void requireRevision(String key, SdkHttpResponse answer) {
    Revision _ = revision(key, length(answer), answer);
  }

  static Revision revision(SdkHttpResponse answer) {
    return new Revision(
        EntityTag.strong(stated(answer.firstMatchingHeader("ETag").orElse(null), "an ETag")));
  }

  /** Returns when an object was last modified, by the answer to a HEAD or a GET. */
  static Instant lastModified(SdkHttpResponse answer) {
    return answer
        .firstMatchingHeader("Last-Modified")
        .flatMap(HttpDate::read)
        .orElseGet(() -> observed(answer));
  }

  static CopyResult copy(String key, long size, CopyObjectResponse answer) {
    CopyObjectResult copy = stated(answer.copyObjectResult(), "CopyObjectResult");
    Instant observed = observed(answer.sdkHttpResponse());
    return new CopyResult(
        MarkerRevision.of(key, size, Optional.ofNullable(copy.eTag()))
            .orElseGet(() -> new Revision(quoted(stated(copy.eTag(), "an ETag")))),
        Optional.ofNullable(answer.versionId()),
        Optional.ofNullable(copy.lastModified()).orElse(observed),
        observed);
  }

  /**
   * Returns the server's clock when it answered; the local clock if the answer has no valid Date.
   */
  static Instant observed(SdkHttpResponse answer) {
    return answer.firstMatchingHeader("Date").flatMap(HttpDate::read).orElseGet(Instant::now);
  }

  /** Returns an ETag as headers have it. SeaweedFS leaves out the quotes in answers to copies. */
  static String quoted(String etag) {
    String strong = EntityTag.strong(etag);
    return strong.isEmpty() || strong.startsWith("\"") ? strong : "\"" + strong + "\"";
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
    return SdkClientException.create(NO_ANSWER + how);
  }

  /** The same, with what was found wrong in it. */
  static SdkClientException noAnswer(String how, Exception cause) {
    return SdkClientException.create(NO_ANSWER + how, cause);
  }

  /**
   * Checks that the server sent the bytes that were requested.
   *
   * @throws SdkClientException when it sent other bytes, or the whole object where a range was
   *     requested
   */
  static void check(ByteRange asked, SdkHttpResponse answer) {
    Matcher given = CONTENT_RANGE.matcher(answer.firstMatchingHeader("Content-Range").orElse(""));
    boolean right =
        given.matches()
            && Long.parseLong(given.group(1)) == asked.offset()
            && Long.parseLong(given.group(2)) < asked.offset() + asked.length();
    if (!right) {
      throw noAnswer("it has bytes that were not requested");
    }
  }

  /**
   * Returns the size of the whole object. The answer to a range contains it in {@code
   * Content-Range: bytes first-last/whole}.
   */
  private static long wholeSize(SdkHttpResponse answer) {
    String range = answer.firstMatchingHeader("Content-Range").orElse("");
    String whole = range.substring(range.lastIndexOf('/') + 1);
    return NUMBER.matcher(whole).matches() ? Long.parseLong(whole) : length(answer);
  }

  /** Returns whether the body is all of the object, even if a range was requested. */
  static boolean isWhole(SdkHttpResponse answer) {
    return answer.firstMatchingHeader("Content-Length").isPresent()
        && length(answer) == wholeSize(answer);
  }

  /** Returns the length of the body, or of that which a HEAD leaves out. */
  static long length(SdkHttpResponse answer) {
    return Long.parseLong(
        stated(
            answer
                .firstMatchingHeader("Content-Length")
                .filter(text -> NUMBER.matcher(text).matches())
                .orElse(null),
            "Content-Length"));
  }

  /**
   * Returns whether a request can give an object the metadata that an answer tells: all of them are
   * told, and in characters that a request may have.
   */
  static boolean canBeRepeated(SdkHttpResponse answer) {
    return answer.firstMatchingHeader("x-amz-missing-meta").isEmpty()
        && S3Keys.isMetadata(metadata(answer));
  }

  /** Returns metadata with names in lower case, as servers write them in different cases. */
  static Map<String, String> metadata(SdkHttpResponse answer) {
    Map<String, String> metadata = new HashMap<>();
    answer.forEachHeader((name, values) -> {
      String lower = name.toLowerCase(Locale.ROOT);
      if (lower.startsWith(METADATA)) {
        metadata.put(lower.substring(METADATA.length()), values.getFirst());
      }
    });
    return metadata;
  }
}
