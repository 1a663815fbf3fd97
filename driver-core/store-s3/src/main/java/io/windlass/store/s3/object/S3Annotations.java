package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.store.s3.client.AwsEndpoint;
import java.net.URI;
import java.util.Optional;
import software.amazon.awssdk.services.s3.model.ListObjectAnnotationsRequest;

/**
 * Annotations of objects on one server. No answer to a HEAD tells whether an object has some, and
 * no write takes them along, except for the copy of a whole object. A server that does not know the
 * question answers with the object, or with a list of something else; so only AWS is asked.
 *
 * @see <a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/annotations-overview.html">
 *     Annotating objects</a>
 */
public final class S3Annotations {
  private final boolean possible;

  /**
   * Creates those of a server.
   *
   * @param possible whether objects can have annotations there
   */
  S3Annotations(boolean possible) {
    this.possible = possible;
  }

  /** Returns those of the server at an endpoint. */
  public static S3Annotations of(URI endpoint) {
    return new S3Annotations(AwsEndpoint.is(endpoint));
  }

  /** Returns whether an object can have annotations. */
  boolean arePossible() {
    return possible;
  }

  /** Returns whether an object has annotations. */
  private boolean areOn(S3Bucket bucket, String key, Optional<String> version) {
    if (!possible) {
      return false;
    }
    ListObjectAnnotationsRequest.Builder request =
        ListObjectAnnotationsRequest.builder()
            .bucket(bucket.name())
            .key(bucket.key(key, version))
            .maxAnnotationResults(1);
    version.ifPresent(request::versionId);
    try {
      return !bucket
          .errors()
          .call(
              "list the annotations of",
              bucket.target(key),
              () -> bucket.client().listObjectAnnotations(request.build()))
          .annotations()
          .isEmpty();
    } catch (DriverException.Unsupported e) {
      return false; // not in all regions, and not in all kinds of buckets
    } catch (DriverException.PermissionDenied e) {
      throw new DriverException.PermissionDenied(
          ("%s: the object could lose its annotations. Permit s3:ListObjectAnnotations, or mount"
                  + " with object-tags=drop")
              .formatted(e.getMessage()),
          e);
    }
  }

  /**
   * Checks that an object has no annotations.
   *
   * @throws DriverException.Unsupported if it has some
   * @throws DriverException.PermissionDenied if the key may not list them
   * @throws DriverException.NotFound if the object is gone
   */
  void requireNone(S3Bucket bucket, String key, Optional<String> version) {
    if (areOn(bucket, key, version)) {
      throw new DriverException.Unsupported(
          bucket
              .errors()
              .says(
                  "change",
                  bucket.target(key),
                  "the object would lose its annotations, which only a copy on the server keeps"),
          null);
    }
  }
}
