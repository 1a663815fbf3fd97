package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.store.s3.client.S3Requests.Request;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import software.amazon.awssdk.http.SdkHttpMethod;
import software.amazon.awssdk.services.s3.model.S3Exception;

/**
 * Tags of objects on one server. The answer to a HEAD counts the tags of an object, but only for a
 * key that may read them: for others it looks as if there were none. So the tags of the first
 * object of each bucket are read, whatever its count; after that, only those that are counted. Some
 * servers count none: a server that is not known is asked for the tags of each object until it has
 * counted some.
 */
public final class S3Tags {
  /** Buckets of which it is known that answers count the tags, or that objects can have none. */
  private final Set<String> counted = ConcurrentHashMap.newKeySet();

  private final BooleanSupplier counts;

  /**
   * Creates it; nothing is sent.
   *
   * @param counts whether the server is known to count tags
   */
  public S3Tags(BooleanSupplier counts) {
    this.counts = counts;
  }

  /** Returns whether an object of this bucket has no tags if the answer to a HEAD counts none. */
  boolean areCounted(String bucket) {
    return counted.contains(bucket);
  }

  /**
   * Reads the tags of an object.
   *
   * @param some whether the answer to a HEAD counted some
   * @throws DriverException.PermissionDenied if the key may not read them
   * @throws DriverException.NotFound if the object is gone
   */
  Map<String, String> read(S3Bucket bucket, String key, Optional<String> version, boolean some) {
    Map<String, String> query = new HashMap<>(Map.of("tagging", ""));
    version.ifPresent(id -> query.put("versionId", id));
    Request request =
        new Request(
            SdkHttpMethod.GET,
            Optional.of(bucket.name()),
            bucket.key(key, version),
            query,
            Map.of(),
            Optional.empty());
    try {
      boolean known = some || counts.getAsBoolean();
      Optional<Map<String, String>> tags =
          bucket
              .errors()
              .call("read the tags of", bucket.target(key), () -> ask(bucket, request, known));
      if (tags.isEmpty() || known) {
        counted.add(bucket.name());
      }
      return tags.orElse(Map.of());
    } catch (DriverException.Unsupported e) {
      counted.add(bucket.name());
      return Map.of();
    } catch (DriverException.PermissionDenied e) {
      throw new DriverException.PermissionDenied(
          ("%s: the object would lose its tags. Permit s3:GetObjectTagging, or mount with"
                  + " object-tags=drop")
              .formatted(e.getMessage()),
          e);
    }
  }

  /**
   * Returns the tags; empty if the server knows none.
   *
   * @param known whether it is known to know some
   */
  private static Optional<Map<String, String>> ask(
      S3Bucket bucket, Request request, boolean known) {
    try {
      Optional<Map<String, String>> tags =
          bucket.clients().requests().send(request, TagsAnswer::read);
      if (tags.isEmpty() && known) {
        throw S3Answers.noAnswer("it has no tags");
      }
      return tags;
    } catch (S3Exception e) {
      if (isNone(e)) {
        return Optional.of(Map.of());
      }
      throw e;
    }
  }

  /** Returns whether a server says so of an object without tags; S3 sends an empty list. */
  private static boolean isNone(S3Exception e) {
    return e.awsErrorDetails() != null
        && S3Answers.text(e.awsErrorDetails().errorCode()).startsWith("NoSuchTagSet");
  }
}
