package io.windlass.store.s3;

import io.windlass.store.CopySource;
import io.windlass.store.DriverException;
import io.windlass.store.Revision;
import software.amazon.awssdk.services.s3.model.HeadObjectRequest;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;

/** What is to be copied into a bucket, looked at. */
final class S3Sources {
  private final S3Bucket bucket;
  private final BucketSight sight;

  S3Sources(S3Bucket bucket, BucketSight sight) {
    this.bucket = bucket;
    this.sight = sight;
  }

  /**
   * What the server says of a source.
   *
   * @throws DriverException.PreconditionFailed if it is not the revision that is asked for
   * @throws DriverException.NotFound if it is not there
   */
  HeadObjectResponse look(CopySource source) {
    S3Bucket from = bucket.at(source.bucket());
    HeadObjectRequest.Builder request =
        HeadObjectRequest.builder()
            .bucket(source.bucket())
            .key(from.key(source.key(), source.version()));
    source.version().ifPresent(request::versionId);
    source.ifMatch().map(Revision::token).ifPresent(request::ifMatch);
    return sightOf(from)
        .look(
            source.key(),
            () ->
                bucket
                    .errors()
                    .call(
                        "copy",
                        target(source),
                        () -> {
                          HeadObjectResponse seen = bucket.client().headObject(request.build());
                          S3Answers.stated(seen.eTag(), "an ETag");
                          return seen;
                        }));
  }

  private BucketSight sightOf(S3Bucket source) {
    return source.name().equals(bucket.name()) ? sight : sight.at(new S3Lists(source));
  }

  /** What a source is called in messages. */
  static String target(CopySource source) {
    return source.bucket() + "/" + source.key();
  }
}
