package io.windlass.store.azure.object;

import com.azure.core.http.HttpHeaderName;
import io.windlass.http.EntityTag;
import io.windlass.http.HttpDate;
import io.windlass.object.ByteRange;
import io.windlass.object.ObjectInfo;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.CopyResult;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpHeaders;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads descriptions of blobs from the headers of answers. */
public final class AzureAnswers {
  private static final Pattern CONTENT_RANGE =
      Pattern.compile("bytes (\\d{1,18})-(\\d{1,18})/(\\d{1,18})");

  private AzureAnswers() {}

  /** "Get Blob Properties", x-ms-resource-type: only where directories are real. */
  static boolean isDirectory(HttpHeaders headers) {
    return headers.firstValue("x-ms-resource-type").map("directory"::equals).orElse(false);
  }

  /** Reads an answer that contains the blob's properties. */
  static ObjectInfo info(String key, HttpHeaders headers) {
    return info(
        key,
        size(headers),
        BlobHeaders.metadata(headers),
        BlobHeaders.properties(headers),
        headers);
  }

  /** Reads an answer to a request that contains the remaining properties. */
  static ObjectInfo info(
      String key,
      long size,
      Map<String, String> metadata,
      ObjectProperties properties,
      HttpHeaders headers) {
    Instant observed = observed(headers);
    return new ObjectInfo(
        key,
        size,
        revision(stated(headers.firstValue("etag"), "an ETag")),
        headers.firstValue("x-ms-version-id"),
        date(headers.firstValue("last-modified")).orElse(observed),
        observed,
        metadata,
        properties);
  }

  static CopyResult copy(String key, HttpHeaders headers) {
    return CopyResult.of(info(key, 0, Map.of(), ObjectProperties.NONE, headers));
  }

  /** Returns the revision of an ETag; lists have ETags without quotes, headers with quotes. */
  static Revision revision(String etag) {
    return new Revision(EntityTag.strong(etag).replace("\"", ""));
  }

  /** The revision in an answer to the SDK; empty where there is none. */
  static Optional<Revision> revision(com.azure.core.http.HttpHeaders headers) {
    return value(headers, HttpHeaderName.ETAG).map(AzureAnswers::revision);
  }

  private static Instant observed(HttpHeaders headers) {
    return date(headers.firstValue("date")).orElseGet(Instant::now);
  }

  /** The service's clock when it answered the SDK. */
  public static Instant observed(com.azure.core.http.HttpHeaders headers) {
    return date(value(headers, HttpHeaderName.DATE)).orElseGet(Instant::now);
  }

  /** Returns the time of the last change; throws if the answer does not state it. */
  public static Instant modified(com.azure.core.http.HttpHeaders headers) {
    return date(value(headers, HttpHeaderName.LAST_MODIFIED))
        .orElseThrow(() -> noAnswer("it lacks the time of the last change"));
  }

  private static Optional<String> value(
      com.azure.core.http.HttpHeaders headers, HttpHeaderName name) {
    return Optional.ofNullable(headers.getValue(name));
  }

  /** Reads the time in a header; empty if there is none. */
  static Optional<Instant> date(Optional<String> header) {
    return header.flatMap(HttpDate::read);
  }

  /**
   * Returns the size of the blob; the answer to a range states it as {@code bytes
   * first-last/whole}.
   */
  private static long size(HttpHeaders headers) {
    Matcher range = range(headers);
    return range.matches() ? Long.parseLong(range.group(3)) : length(headers);
  }

  /** Returns the length of the body; for a HEAD, the length of the blob. */
  static long length(HttpHeaders headers) {
    return Long.parseLong(stated(headers.firstValue("content-length"), "the length of the blob"));
  }

  /**
   * Checks that the answer contains the requested bytes.
   *
   * @throws UncheckedIOException if it contains other bytes, or all bytes instead of a part
   */
  static void check(ByteRange asked, HttpHeaders headers) {
    Matcher given = range(headers);
    boolean right =
        given.matches()
            && Long.parseLong(given.group(1)) == asked.offset()
            && Long.parseLong(given.group(2)) < asked.offset() + asked.length();
    if (!right) {
      throw noAnswer("it has bytes that were not requested");
    }
  }

  private static Matcher range(HttpHeaders headers) {
    return CONTENT_RANGE.matcher(headers.firstValue("content-range").orElse(""));
  }

  /**
   * Requires a value that the service always states. If it is missing, another server has answered,
   * such as a gateway with a page for browsers.
   */
  public static <T> T stated(Optional<T> value, String what) {
    return value.orElseThrow(() -> noAnswer("it lacks " + what));
  }

  /** Returns the error for an answer of another server. */
  static UncheckedIOException noAnswer(String how) {
    return new UncheckedIOException(
        new IOException("the answer is not one of Azure Blob Storage: " + how));
  }
}
