package io.windlass.store.s3;

import io.windlass.store.BucketSettings;
import io.windlass.store.Deadline;
import java.util.OptionalLong;

/** What a bucket can have beyond S3, and how a flavour of the server is asked for it. */
public interface S3Extras {

  /**
   * Checks what only the server itself can tell, before anything is changed.
   *
   * @throws io.windlass.store.DriverException.Unsupported naming the setting
   */
  void check(BucketSettings settings, Deadline deadline);

  /** Limits the bytes that a bucket may hold; empty: no limit. */
  void quota(String bucket, OptionalLong bytes, Deadline deadline);

  /** For servers without any. */
  static S3Extras none() {
    return new S3Extras() {
      @Override
      public void check(BucketSettings settings, Deadline deadline) {}

      @Override
      public void quota(String bucket, OptionalLong bytes, Deadline deadline) {}
    };
  }
}
