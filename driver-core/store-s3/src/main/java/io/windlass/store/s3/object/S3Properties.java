package io.windlass.store.s3.object;

import io.windlass.object.ContentHeaders;
import io.windlass.object.ObjectProperties;
import io.windlass.store.PutOptions;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.http.SdkHttpResponse;

/**
 * Properties of objects as headers of answers and of requests. The SDK's own fields are not used,
 * so that each text is written back as it was read: an Expires that is no date, for example.
 */
final class S3Properties {
  private static final String TAGGING = "x-amz-tagging";
  private static final String TAG_COUNT = "x-amz-tagging-count";

  /** Name of what is known though the properties are not whole: that the object has no tags. */
  private static final String UNTAGGED = "untagged";

  private static final String LOCK = "x-amz-object-lock-";
  private static final String LOCK_MODE = LOCK + "mode";
  private static final String LOCKED_UNTIL = LOCK + "retain-until-date";

  /** Headers with which a HEAD tells a property, and by which a write sets the same. */
  private static final List<String> OPAQUE =
      List.of(
          "x-amz-storage-class",
          "x-amz-website-redirect-location",
          "x-amz-server-side-encryption",
          "x-amz-server-side-encryption-aws-kms-key-id",
          "x-amz-server-side-encryption-bucket-key-enabled",
          LOCK_MODE,
          LOCKED_UNTIL,
          LOCK + "legal-hold",
          LOCK + "event-hold",
          LOCK + "event-hold-duration-days",
          LOCK + "event-hold-duration-years");

  private S3Properties() {}

  /**
   * Returns the properties that the answer to a HEAD or GET tells. It counts the tags and does not
   * name them.
   *
   * @param counted whether the answer would count tags if there were any
   * @param annotated whether the object may have annotations, which no answer counts
   */
  static ObjectProperties seen(SdkHttpResponse answer, boolean counted, boolean annotated) {
    ContentHeaders headers =
        new ContentHeaders(
            answer.firstMatchingHeader("Content-Type"),
            answer.firstMatchingHeader("Content-Encoding"),
            answer.firstMatchingHeader("Content-Disposition"),
            answer.firstMatchingHeader("Content-Language"),
            answer.firstMatchingHeader("Cache-Control"),
            answer.firstMatchingHeader("Expires"));
    Map<String, String> opaque = new HashMap<>();
    for (String name : OPAQUE) {
      answer.firstMatchingHeader(name).ifPresent(value -> opaque.put(name, value));
    }
    Optional<String> tags =
        answer.firstMatchingHeader(TAG_COUNT).filter(count -> !count.equals("0"));
    tags.ifPresent(count -> opaque.put(TAG_COUNT, count));
    boolean untagged = counted && tags.isEmpty();
    if (untagged && annotated) {
      opaque.put(UNTAGGED, "");
    }
    return new ObjectProperties(headers, Map.of(), opaque, untagged && !annotated);
  }

  /** Returns whether an answer counted tags. */
  static boolean countsTags(ObjectProperties seen) {
    return seen.opaque().containsKey(TAG_COUNT);
  }

  /** Returns whether nothing of what an answer told is missing but the annotations. */
  static boolean areTagsKnown(ObjectProperties seen) {
    return seen.opaque().containsKey(UNTAGGED);
  }

  /** Returns all properties of an object, of which an answer told the others. */
  static ObjectProperties whole(ObjectProperties seen, Map<String, String> tags) {
    Map<String, String> opaque = new HashMap<>(seen.opaque());
    opaque.keySet().removeAll(Set.of(TAG_COUNT, UNTAGGED));
    return new ObjectProperties(seen.headers(), tags, opaque, true);
  }

  /** Returns the properties without the lock, which holds in the bucket that it was set in. */
  static ObjectProperties unlocked(ObjectProperties properties) {
    Map<String, String> opaque = new HashMap<>(properties.opaque());
    opaque.keySet().removeIf(name -> name.startsWith(LOCK));
    return new ObjectProperties(
        properties.headers(), properties.tags(), opaque, properties.whole());
  }

  /** Returns the headers of a request that writes an object with these properties and metadata. */
  static Map<String, String> headers(PutOptions options) {
    return headers(options.properties(), S3Keys.metadata(options.metadata()));
  }

  /** The same, of metadata that were checked. */
  static Map<String, String> headers(ObjectProperties properties, Map<String, String> metadata) {
    Map<String, String> headers = new HashMap<>(opaque(properties));
    headers.putAll(content(properties.headers()));
    headers.putAll(tagging(properties.tags()));
    metadata.forEach((name, value) -> headers.put(S3Answers.METADATA + name, value));
    return headers;
  }

  /** Returns the headers for the properties that no copy takes along by itself. */
  static Map<String, String> opaque(ObjectProperties properties) {
    Map<String, String> headers = new HashMap<>();
    properties
        .opaque()
        .forEach((name, value) -> {
          if (OPAQUE.contains(name)) {
            headers.put(name, value);
          }
        });
    if (isOver(headers.get(LOCKED_UNTIL))) {
      // The server refuses a lock that has ended.
      headers.remove(LOCKED_UNTIL);
      headers.remove(LOCK_MODE);
    }
    return headers;
  }

  private static boolean isOver(@Nullable String until) {
    try {
      return until != null && !Instant.parse(until).isAfter(Instant.now());
    } catch (DateTimeException e) {
      return false;
    }
  }

  static Map<String, String> content(ContentHeaders headers) {
    Map<String, String> content = new HashMap<>();
    headers.type().ifPresent(text -> content.put("Content-Type", text));
    headers.encoding().ifPresent(text -> content.put("Content-Encoding", text));
    headers.disposition().ifPresent(text -> content.put("Content-Disposition", text));
    headers.language().ifPresent(text -> content.put("Content-Language", text));
    headers.cacheControl().ifPresent(text -> content.put("Cache-Control", text));
    headers.expires().ifPresent(text -> content.put("Expires", text));
    return content;
  }

  /** Returns the header for tags: as the query of a URL has names and values. */
  static Map<String, String> tagging(Map<String, String> tags) {
    return tags.isEmpty()
        ? Map.of()
        : Map.of(
            TAGGING,
            new TreeMap<>(tags)
                .entrySet().stream()
                    .map(tag -> encoded(tag.getKey()) + "=" + encoded(tag.getValue()))
                    .collect(Collectors.joining("&")));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  /** Returns the configuration of a request with headers. */
  static AwsRequestOverrideConfiguration with(
      AwsRequestOverrideConfiguration configuration, Map<String, String> headers) {
    AwsRequestOverrideConfiguration.Builder more = configuration.toBuilder();
    headers.forEach(more::putHeader);
    return more.build();
  }
}
