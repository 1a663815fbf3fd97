package io.windlass.store;

import java.util.Optional;

/**
 * Makes, changes and removes buckets (Azure: containers). Knows nothing of the driver's records:
 * whether a bucket is one's own to touch is decided above.
 */
public interface BucketAdmin {

  /**
   * Whether the bucket exists and the driver may see it; false of one that the server has accepted
   * to delete.
   */
  boolean exists(String bucket);

  /**
   * Makes a bucket as {@code settings} say. When this throws after the bucket was made, the bucket
   * may be there half configured: calling again with the same settings finishes it.
   *
   * @throws DriverException.AlreadyExists when the name is taken by somebody else
   * @throws DriverException.Unavailable also when a bucket of this name was deleted less than
   *     {@link Timing#bucketNameReuse} ago, and the server has not given the name free
   * @throws DriverException.Unsupported when a setting is not offered here
   */
  void create(String bucket, BucketSettings settings);

  /** Brings quota, tags, lifecycle, encryption and versioning of an existing bucket to settings. */
  void update(String bucket, BucketSettings settings);

  /** Whether a bucket keeps the versions of what is written to it now. */
  boolean keepsVersions(String bucket);

  /**
   * Has a bucket keep versions from now on, or stop. Those it has when it stops stay; ones that are
   * replaced later go a day after, where the backend can do that by rule.
   *
   * @throws DriverException.Unsupported where there are no versions
   */
  void keepVersions(String bucket, boolean wanted);

  /**
   * Brings only what {@code settings} name to an existing bucket: what they leave to the backend
   * stays as it is.
   *
   * @throws DriverException.NotFound when there is no such bucket
   * @throws DriverException.Unsupported when a setting is not offered here
   */
  void amend(String bucket, BucketSettings settings);

  /**
   * Removes an empty bucket; no error if it is gone.
   *
   * @throws DriverException.NotEmpty when it holds objects or versions
   */
  void delete(String bucket);

  /** Names of the buckets that the driver's credentials can see. */
  Page<String> list(Optional<String> token);
}
