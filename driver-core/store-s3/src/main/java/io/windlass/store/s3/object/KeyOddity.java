package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/**
 * Knowledge of whether one server keeps one kind of odd key as it is. S3 keeps all. MinIO silently
 * takes {@code /a} for {@code a}, and SeaweedFS {@code a\b} for {@code a/b}, and so would read,
 * replace and delete another object than the one that was meant. Nothing tells in advance what a
 * server does, so the driver finds out before it uses the first such key:
 *
 * <ul>
 *   <li>a server that lists such a key keeps it
 *   <li>a server that lists none has no such object, so nothing has to be read or deleted
 *   <li>before the first such key is written, an upload is started and aborted: the answer contains
 *       the key as the server understood it
 * </ul>
 */
final class KeyOddity {
  private enum Known {
    NOTHING,
    KEPT,
    DROPPED
  }

  private final Predicate<String> odd;
  private final boolean trusted;
  private final boolean resolved;
  private final String what;
  private final AtomicReference<Known> known = new AtomicReference<>(Known.NOTHING);

  /**
   * Creates the knowledge of a server that was not asked yet.
   *
   * @param odd which keys are of this kind
   * @param trusted whether lists tell the truth: SeaweedFS lists {@code a//b} to who asks for keys
   *     that begin so, and {@code a/b} to all others
   * @param resolved whether a server that keeps keys as paths takes them for others, and yet
   *     answers with the key as it was sent: Versity S3 Gateway does, as observed with 1.8.0
   * @param what what servers do that do not keep it, and what to do
   */
  KeyOddity(Predicate<String> odd, boolean trusted, boolean resolved, String what) {
    this.odd = odd;
    this.trusted = trusted;
    this.resolved = resolved;
    this.what = what;
  }

  /** Notes a key, or a prefix of one, that the server listed. */
  void listed(String key) {
    if (trusted && odd.test(key)) {
      known.set(Known.KEPT);
    }
  }

  /**
   * Returns whether an object with this key may exist.
   *
   * @throws DriverException.InvalidKey if the server would take the key for another
   */
  boolean mayBeThere(S3Bucket bucket, String key) {
    return !odd.test(key) || isKept(key) || !trusted || isListed(bucket, key);
  }

  /**
   * Returns whether any version of an object with this key may exist.
   *
   * @throws DriverException.InvalidKey if the server would take the key for another
   */
  boolean mayHaveVersions(S3Bucket bucket, String key) {
    return !odd.test(key) || isKept(key) || !trusted || areVersionsListed(bucket, key);
  }

  /**
   * Checks that an object with this key can be made.
   *
   * @throws DriverException.InvalidKey if the server would take the key for another
   */
  void requireKept(S3Bucket bucket, String key) {
    if (odd.test(key) && !isKept(key) && !(trusted && isListed(bucket, key))) {
      known.set(isKeptByUpload(bucket, key) ? Known.KEPT : Known.DROPPED);
      boolean _ = isKept(key);
    }
  }

  private boolean isKept(String key) {
    return switch (known.get()) {
      case NOTHING -> false;
      case KEPT -> true;
      case DROPPED ->
          throw new DriverException.InvalidKey("key '%s': this server %s".formatted(key, what));
    };
  }

  private boolean isListed(S3Bucket bucket, String key) {
    ListObjectsV2Response answer =
        bucket
            .errors()
            .call(
                "list",
                bucket.name(),
                () ->
                    bucket
                        .client()
                        .listObjectsV2(one -> one.bucket(bucket.name()).prefix(key).maxKeys(1)));
    answer.contents().forEach(found -> listed(S3Answers.stated(found.key(), "a key")));
    return isKept(key);
  }

  private boolean areVersionsListed(S3Bucket bucket, String key) {
    ListObjectVersionsResponse answer =
        bucket
            .errors()
            .call(
                "list versions",
                bucket.name(),
                () ->
                    bucket
                        .client()
                        .listObjectVersions(
                            one -> one.bucket(bucket.name()).prefix(key).maxKeys(1)));
    answer.versions().forEach(found -> listed(S3Answers.stated(found.key(), "a key")));
    answer.deleteMarkers().forEach(found -> listed(S3Answers.stated(found.key(), "a key")));
    return isKept(key);
  }

  private boolean isKeptByUpload(S3Bucket bucket, String key) {
    String target = bucket.target(key);
    CreateMultipartUploadResponse started;
    try {
      started =
          bucket
              .errors()
              .call(
                  "start upload",
                  target,
                  () ->
                      bucket
                          .client()
                          .createMultipartUpload(upload -> upload.bucket(bucket.name()).key(key)));
    } catch (DriverException.InvalidArgument e) {
      return false; // What would be refused is not kept.
    }
    bucket
        .errors()
        .call(
            "abort upload",
            target,
            () ->
                bucket
                    .client()
                    .abortMultipartUpload(abort ->
                        abort.bucket(bucket.name()).key(key).uploadId(started.uploadId())));
    boolean ofPaths =
        started
            .sdkHttpResponse()
            .firstMatchingHeader("Server")
            .filter("VERSITYGW"::equals)
            .isPresent();
    return !(resolved && ofPaths) && key.equals(S3Answers.stated(started.key(), "a key"));
  }
}
