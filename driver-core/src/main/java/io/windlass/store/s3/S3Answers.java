package io.windlass.store.s3;

import io.windlass.store.ObjectInfo;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.PutObjectResponse;
import software.amazon.awssdk.services.s3.model.S3Response;

/** Objects as the server's answers describe them. */
final class S3Answers {
  private S3Answers() {}

  static ObjectInfo info(String key, HeadObjectResponse answer) {
    Instant observed = observed(answer);
    return new ObjectInfo(
        key,
        answer.contentLength(),
        text(answer.eTag()),
        Optional.ofNullable(answer.versionId()),
        Optional.ofNullable(answer.lastModified()).orElse(observed),
        observed,
        metadata(answer.metadata()));
  }

  static ObjectInfo info(String key, GetObjectResponse answer) {
    Instant observed = observed(answer);
    return new ObjectInfo(
        key,
        wholeSize(answer),
        text(answer.eTag()),
        Optional.ofNullable(answer.versionId()),
        Optional.ofNullable(answer.lastModified()).orElse(observed),
        observed,
        metadata(answer.metadata()));
  }

  /** A put is not answered with a time of its own: the answer's is the nearest. */
  static ObjectInfo info(
      String key, long size, Map<String, String> metadata, PutObjectResponse answer) {
    Instant observed = observed(answer);
    return new ObjectInfo(
        key,
        size,
        text(answer.eTag()),
        Optional.ofNullable(answer.versionId()),
        observed,
        observed,
        metadata);
  }

  /** The server's clock when it answered. */
  static Instant observed(S3Response answer) {
    return answer
        .sdkHttpResponse()
        .firstMatchingHeader("Date")
        .flatMap(S3Answers::date)
        .orElseGet(Instant::now);
  }

  /** What the protocol promises and the SDK may still leave out. */
  static String text(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static Optional<Instant> date(String header) {
    try {
      return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(header, Instant::from));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** A range is answered with {@code bytes first-last/whole}. */
  private static long wholeSize(GetObjectResponse answer) {
    String range = text(answer.contentRange());
    String whole = range.substring(range.lastIndexOf('/') + 1);
    return whole.matches("\\d{1,18}") ? Long.parseLong(whole) : answer.contentLength();
  }

  static Map<String, String> metadata(HeadObjectResponse answer) {
    return metadata(answer.metadata());
  }

  /** Servers write the names in different cases. */
  private static Map<String, String> metadata(Map<String, String> given) {
    Map<String, String> lower = new HashMap<>();
    given.forEach((name, value) -> lower.put(name.toLowerCase(Locale.ROOT), value));
    return lower;
  }
}
