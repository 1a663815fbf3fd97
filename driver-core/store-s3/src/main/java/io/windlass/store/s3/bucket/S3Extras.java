package io.windlass.store.s3.bucket;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.operation.Deadline;
import java.util.OptionalLong;

/** Settings of a bucket beyond S3, as a flavour of the server offers them. */
public interface S3Extras {

  /**
   * Checks settings that only the server itself can judge, before anything is changed.
   *
   * @throws io.windlass.error.DriverException.Unsupported naming the setting
   */
  void check(BucketSettings settings, Deadline deadline);

  /** Sets the limit of the bytes that a bucket may hold; empty: no limit. */
  void quota(String bucket, OptionalLong bytes, Deadline deadline);

  /** Returns whether the server saves requests to a key management service by keys of buckets. */
  default boolean hasBucketKeys() {
    return false;
  }

  /** Returns whether the server deletes a bucket that still has old versions of objects. */
  default boolean deletesVersions() {
    return false;
  }

  /**
   * Returns the extras of SeaweedFS: it deletes a bucket with all versions, as observed with 4.48.
   */
  static S3Extras seaweedfs() {
    return new S3Extras() {
      @Override
      public void check(BucketSettings settings, Deadline deadline) {}

      @Override
      public void quota(String bucket, OptionalLong bytes, Deadline deadline) {}

      @Override
      public boolean deletesVersions() {
        return true;
      }
    };
  }

  /**
   * Returns the error to throw where tags of a bucket cannot be set: it says why, if that is known.
   */
  default DriverException tagsRefused(String bucket, DriverException refused, Deadline deadline) {
    return refused;
  }

  /**
   * Returns whether a name is one in the namespace of an account and region, in which nobody else
   * can make buckets.
   */
  default boolean isOfTheAccount(String bucket, String region) {
    return false;
  }

  /** Sets up a bucket that was made now, or by a call that did not end. */
  default void made(String bucket, Deadline deadline) {}

  /** Returns the extras of servers that have none. */
  static S3Extras none() {
    return new S3Extras() {
      @Override
      public void check(BucketSettings settings, Deadline deadline) {}

      @Override
      public void quota(String bucket, OptionalLong bytes, Deadline deadline) {}
    };
  }
}
