package io.windlass.store.s3.object;

import io.windlass.error.DriverException;
import io.windlass.object.ObjectProperties;
import io.windlass.object.Revision;
import io.windlass.store.CopySource;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.http.SdkHttpResponse;

/** What is to be copied into a bucket, looked at. */
final class S3Sources {
  private final S3Bucket bucket;
  private final BucketSight sight;

  S3Sources(S3Bucket bucket, BucketSight sight) {
    this.bucket = bucket;
    this.sight = sight;
  }

  /** Returns whether the server may not know the revision that is wanted. That of AWS does. */
  boolean mayBeUnknown(CopySource source) {
    return !bucket.isOnAws() && MarkerRevision.mayBeOf(source);
  }

  /**
   * What the server says of a source.
   *
   * @throws DriverException.PreconditionFailed if it is not the revision that is asked for
   * @throws DriverException.NotFound if it is not there
   */
  SdkHttpResponse look(CopySource source) {
    S3Bucket from = bucket.at(source.bucket());
    String key = from.key(source.key(), source.version());
    boolean unsure = mayBeUnknown(source);
    Map<String, String> headers =
        source
            .ifMatch()
            .filter(_ -> !unsure)
            .map(revision -> Map.of("If-Match", revision.token()))
            .orElse(Map.of());
    SdkHttpResponse answer =
        sightOf(from)
            .look(
                source.key(),
                source.version(),
                () ->
                    bucket
                        .errors()
                        .call(
                            "copy",
                            target(source),
                            () -> {
                              SdkHttpResponse seen = from.head(key, source.version(), headers);
                              S3Answers.requireRevision(key, seen);
                              return seen;
                            }));
    Optional<Revision> told = MarkerRevision.pinned(source, answer).ifMatch();
    if (unsure && told.isPresent() && !told.equals(source.ifMatch())) {
      throw new DriverException.PreconditionFailed(
          bucket.errors().says("copy", target(source), "it is not what it was"), null);
    }
    return answer;
  }

  /** Returns whether a source is the revision that is asked for; any is, if none is. */
  boolean isAsAsked(CopySource source) {
    try {
      return source.ifMatch().isEmpty()
          || source.ifMatch().equals(Optional.of(S3Answers.revision(look(source))));
    } catch (DriverException.NotFound | DriverException.PreconditionFailed e) {
      return false;
    }
  }

  /**
   * Returns the properties that a copy of a source into this bucket has: all of the source, except
   * for the lock of another bucket.
   *
   * @param seen what the server says of the source
   * @throws DriverException.PermissionDenied if the key may not read all of them
   */
  ObjectProperties whole(CopySource source, SdkHttpResponse seen) {
    S3Bucket from = bucket.at(source.bucket());
    ObjectProperties whole = from.whole(source.key(), source.version(), from.seen(seen));
    return kept(source, whole);
  }

  /** Returns those that are told, which may lack the tags. */
  ObjectProperties seen(CopySource source, SdkHttpResponse seen) {
    return kept(source, bucket.at(source.bucket()).seen(seen));
  }

  private ObjectProperties kept(CopySource source, ObjectProperties properties) {
    return source.bucket().equals(bucket.name()) ? properties : S3Properties.unlocked(properties);
  }

  private BucketSight sightOf(S3Bucket source) {
    return source.name().equals(bucket.name()) ? sight : sight.at(new S3Lists(source));
  }

  /** What a source is called in messages. */
  static String target(CopySource source) {
    return source.bucket() + "/" + source.key();
  }
}
