package io.windlass.store.s3.object;

import io.windlass.store.Capabilities;
import io.windlass.store.Feature;
import io.windlass.store.s3.client.S3Flavor;
import java.util.EnumSet;
import java.util.Set;

/** Capabilities of each flavour of server. */
public final class S3Capabilities {
  private static final long MIB = 1L << 20;
  private static final long GIB = 1L << 30;
  private static final long TIB = 1L << 40;

  private S3Capabilities() {}

  /** Returns what a server of this flavour can do. */
  public static Capabilities of(S3Flavor flavor) {
    return switch (flavor) {
      case MINIO -> with(minio());
      case AWS -> with(aws());
      case RGW -> with(granting(plain()));
      case SEAWEEDFS -> with(seaweedfs());
      case VERSITYGW -> with(versitygw());
      case NONE -> with(plain());
    };
  }

  /** Returns these features with the limits of S3 itself, which its servers adopt. */
  public static Capabilities with(Set<Feature> features) {
    return new Capabilities(features, 63, 1000, 5 * GIB, 5 * TIB, 5 * MIB, 5 * GIB, 10_000);
  }

  /**
   * Returns the features of MinIO, as observed: a condition on a delete is ignored; keys with empty
   * or dot segments are refused, and keys with a leading slash lose it; if there is an object
   * {@code a}, objects {@code a/…} are not listed; buckets are made in the server's own region.
   */
  private static Set<Feature> minio() {
    return EnumSet.of(
        Feature.PUT_IF_ABSENT,
        Feature.PUT_IF_MATCH,
        Feature.VERSIONED_CONDITIONS,
        Feature.GET_DESCRIBES,
        Feature.COPY_CONDITIONAL,
        Feature.COMPLETE_CONDITIONAL,
        Feature.OBJECT_TAGS,
        Feature.OBJECT_EXPIRES,
        Feature.BUCKET_VERSIONS,
        Feature.BUCKET_TAGS,
        Feature.BUCKET_QUOTA,
        Feature.BUCKET_LIFECYCLE,
        Feature.OBJECT_LOCK,
        Feature.ENCRYPTION_MANAGED,
        Feature.ENCRYPTION_KMS,
        Feature.ACCESS_KEYS,
        Feature.ACCESS_MULTI_BUCKET,
        Feature.ACCESS_PREFIX,
        Feature.ACCESS_EXPIRY,
        Feature.ACCESS_BUCKET_METADATA_READ,
        Feature.ACCESS_OBJECT_METADATA_WRITE,
        Feature.ACCESS_BUCKET_METADATA_WRITE);
  }

  /** Returns these features and those of a server whose policies do what AWS's do. */
  private static Set<Feature> granting(Set<Feature> features) {
    features.addAll(
        Set.of(
            Feature.ACCESS_KEYS,
            Feature.ACCESS_MULTI_BUCKET,
            Feature.ACCESS_PREFIX,
            Feature.ACCESS_EXPIRY,
            Feature.ACCESS_BUCKET_METADATA_READ,
            Feature.ACCESS_OBJECT_METADATA_WRITE,
            Feature.ACCESS_BUCKET_METADATA_WRITE));
    return features;
  }

  /**
   * Returns the features of AWS. A conditional delete needs the permission to read the object, too:
   * keys that may only write have none.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/conditional-deletes.html">How
   *     to perform conditional deletes</a>
   */
  private static Set<Feature> aws() {
    Set<Feature> features = granting(plain());
    features.add(Feature.ACCESS_SERVICE_ACCOUNT);
    features.add(Feature.DELETE_IF_MATCH);
    features.add(Feature.VERSIONED_CONDITIONS);
    return features;
  }

  /**
   * Returns the features of SeaweedFS, as observed with 4.48: it refuses keys with empty or dot
   * segments, lets several of the uploads win that are completed at once on the condition that
   * there is no object, takes a setting for encryption and then fails each PUT, has no action for
   * the lifecycle or encryption of a bucket, and permits nothing where a policy has a date.
   */
  private static Set<Feature> seaweedfs() {
    Set<Feature> features = granting(plain());
    features.add(Feature.DELETE_IF_MATCH);
    features.add(Feature.VERSIONED_CONDITIONS);
    features.removeAll(
        Set.of(
            Feature.COMPLETE_CONDITIONAL,
            Feature.COPY_CONDITIONAL, // which is the completion of an upload here
            Feature.ENCRYPTION_MANAGED,
            Feature.ENCRYPTION_KMS,
            Feature.ACCESS_EXPIRY,
            // While other users are changed, keys reach all of their buckets for moments.
            Feature.ACCESS_PREFIX,
            Feature.ACCESS_BUCKET_METADATA_READ,
            Feature.ACCESS_BUCKET_METADATA_WRITE));
    return features;
  }

  /** Returns the features of Versity S3 Gateway; its roles take the tokens of a cluster. */
  private static Set<Feature> versitygw() {
    Set<Feature> features = granting(plain());
    features.add(Feature.ACCESS_SERVICE_ACCOUNT);
    return features;
  }

  /** Returns the features that every usable S3 server has. */
  private static Set<Feature> plain() {
    return EnumSet.of(
        Feature.PUT_IF_ABSENT,
        Feature.PUT_IF_MATCH,
        Feature.GET_DESCRIBES,
        Feature.COMPLETE_CONDITIONAL,
        Feature.COPY_CONDITIONAL,
        Feature.OBJECT_TAGS,
        Feature.OBJECT_EXPIRES,
        Feature.BUCKET_VERSIONS,
        Feature.KEY_MAY_BE_PREFIX,
        Feature.BUCKET_TAGS,
        Feature.BUCKET_LIFECYCLE,
        Feature.OBJECT_LOCK,
        Feature.ENCRYPTION_MANAGED,
        Feature.ENCRYPTION_KMS);
  }
}
