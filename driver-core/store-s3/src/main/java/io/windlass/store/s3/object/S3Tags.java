package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.s3.model.GetObjectTaggingRequest;
import software.amazon.awssdk.services.s3.model.GetObjectTaggingResponse;
import software.amazon.awssdk.services.s3.model.S3Exception;
import software.amazon.awssdk.services.s3.model.Tag;

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
    GetObjectTaggingRequest.Builder request =
        GetObjectTaggingRequest.builder().bucket(bucket.name()).key(bucket.key(key, version));
    version.ifPresent(request::versionId);
    try {
      Map<String, String> tags =
          bucket
              .errors()
              .call("read the tags of", bucket.target(key), () -> ask(bucket, request.build()));
      if (some || counts.getAsBoolean()) {
        counted.add(bucket.name());
      }
      return tags;
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

  private static Map<String, String> ask(S3Bucket bucket, GetObjectTaggingRequest request) {
    try {
      GetObjectTaggingResponse answer = bucket.client().getObjectTagging(request);
      return answer.tagSet().stream().collect(Collectors.toMap(Tag::key, Tag::value));
    } catch (S3Exception e) {
      if (isNone(e)) {
        return Map.of();
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
