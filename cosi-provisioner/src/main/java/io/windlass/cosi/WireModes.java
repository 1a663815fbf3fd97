package io.windlass.cosi;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.error.DriverException;
import io.windlass.proto.cosi.v1alpha2.DriverGrantBucketAccessRequest.AccessedBucket;
import io.windlass.store.Capabilities;

/**
 * Reads access modes from v1alpha2 messages, which number them in two ways. Revisions A and B have
 * one mode, with READ_WRITE=1, READ_ONLY=2, WRITE_ONLY=3. Revisions from C on have three modes,
 * with ANY=1, READ_WRITE=2, READ_ONLY=3, WRITE_ONLY=4. Only the presence of the two metadata modes
 * tells them apart. Without that check, READ_ONLY of revision A or B would be granted as
 * READ_WRITE.
 */
final class WireModes {
  private WireModes() {}

  /**
   * Returns the access modes that a v1alpha2 request of any revision asks for one bucket.
   *
   * @param capabilities of the bucket's backend, see {@link AccessModes#ofData}
   */
  static AccessModes of(AccessedBucket bucket, Capabilities capabilities) {
    return isSingle(bucket) ? AccessModes.ofData(single(bucket), capabilities) : three(bucket);
  }

  /** Throws InvalidArgument if the modes of a bucket are not said. */
  static void check(AccessedBucket bucket) {
    if (isSingle(bucket)) {
      AccessMode _ = single(bucket);
    } else {
      AccessModes _ = three(bucket);
    }
  }

  private static AccessModes three(AccessedBucket bucket) {
    return new AccessModes(
        mode("object_data_access_mode", bucket.getObjectDataAccessMode()),
        mode("object_metadata_access_mode", bucket.getObjectMetadataAccessMode()),
        mode("bucket_metadata_access_mode", bucket.getBucketMetadataAccessMode()));
  }

  private static boolean isSingle(AccessedBucket bucket) {
    return !bucket.hasObjectMetadataAccessMode() && !bucket.hasBucketMetadataAccessMode();
  }

  private static AccessMode single(AccessedBucket bucket) {
    int number = bucket.getObjectDataAccessMode().getModeValue();
    return switch (number) {
      case 1 -> AccessMode.READ_WRITE;
      case 2 -> AccessMode.READ_ONLY;
      case 3 -> AccessMode.WRITE_ONLY;
      case 0 ->
          throw new DriverException.InvalidArgument(
              "buckets: object_data_access_mode, object_metadata_access_mode and"
                  + " bucket_metadata_access_mode are required, each ANY, READ_WRITE, READ_ONLY or"
                  + " WRITE_ONLY (in revisions A and B: access_mode)");
      default ->
          throw new DriverException.InvalidArgument(
              ("buckets.object_data_access_mode is %d: with neither object_metadata_access_mode"
                      + " nor bucket_metadata_access_mode it is access_mode of revisions A and B,"
                      + " which must be READ_WRITE (1), READ_ONLY (2) or WRITE_ONLY (3)")
                  .formatted(number));
    };
  }

  private static AccessMode mode(String field, io.windlass.proto.cosi.v1alpha2.AccessMode asked) {
    return switch (asked.getMode()) {
      case ANY -> AccessMode.ANY;
      case READ_WRITE -> AccessMode.READ_WRITE;
      case READ_ONLY -> AccessMode.READ_ONLY;
      case WRITE_ONLY -> AccessMode.WRITE_ONLY;
      case UNKNOWN ->
          throw new DriverException.InvalidArgument(
              "buckets.%s is required: ANY, READ_WRITE, READ_ONLY or WRITE_ONLY".formatted(field));
      case UNRECOGNIZED ->
          throw new DriverException.InvalidArgument(
              "buckets.%s is %d, but must be ANY, READ_WRITE, READ_ONLY or WRITE_ONLY"
                  .formatted(field, asked.getModeValue()));
    };
  }
}
