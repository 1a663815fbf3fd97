package io.windlass.store.s3;

import io.windlass.store.DriverException;
import java.util.concurrent.atomic.AtomicReference;
import software.amazon.awssdk.services.s3.model.CreateMultipartUploadResponse;
import software.amazon.awssdk.services.s3.model.ListObjectVersionsResponse;
import software.amazon.awssdk.services.s3.model.ListObjectsV2Response;

/**
 * Whether one server keeps the slash that a key begins with. S3 does; MinIO silently takes {@code
 * /a} for {@code a}, and so would read, replace and delete another object than was meant. Nothing
 * says beforehand which kind a server is, so it is found out before the first such key is used:
 *
 * <ul>
 *   <li>a server that lists a key with such a slash keeps it
 *   <li>one that lists none has no such object, so nothing has to be read or deleted
 *   <li>before the first one is written, an upload is started and aborted: the answer names the key
 *       as the server took it
 * </ul>
 */
final class LeadingSlash {
  private enum Known {
    NOTHING,
    KEPT,
    DROPPED
  }

  private final AtomicReference<Known> known = new AtomicReference<>(Known.NOTHING);

  /** Notes a key, or the beginning of one, that the server listed. */
  void listed(String key) {
    if (key.startsWith("/")) {
      known.set(Known.KEPT);
    }
  }

  /**
   * Whether there may be an object of this key.
   *
   * @throws DriverException.InvalidKey if the server would take the key for another
   */
  boolean mayBeThere(S3Bucket bucket, String key) {
    return !key.startsWith("/") || isKept(key) || isListed(bucket, key);
  }

  /** The same of any version of it. */
  boolean mayHaveVersions(S3Bucket bucket, String key) {
    return !key.startsWith("/") || isKept(key) || areVersionsListed(bucket, key);
  }

  /**
   * Makes sure that an object can be made that has this key.
   *
   * @throws DriverException.InvalidKey if the server would take the key for another
   */
  void requireKept(S3Bucket bucket, String key) {
    if (!mayBeThere(bucket, key)) {
      known.set(isKeptByUpload(bucket, key) ? Known.KEPT : Known.DROPPED);
      mayBeThere(bucket, key);
    }
  }

  private boolean isKept(String key) {
    return switch (known.get()) {
      case NOTHING -> false;
      case KEPT -> true;
      case DROPPED ->
          throw new DriverException.InvalidKey(
              "key '%s': this server drops a leading slash; leave it out".formatted(key));
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

  private static boolean isKeptByUpload(S3Bucket bucket, String key) {
    String target = bucket.target(key);
    CreateMultipartUploadResponse started =
        bucket
            .errors()
            .call(
                "start upload",
                target,
                () ->
                    bucket
                        .client()
                        .createMultipartUpload(upload -> upload.bucket(bucket.name()).key(key)));
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
    return key.equals(S3Answers.stated(started.key(), "a key"));
  }
}
