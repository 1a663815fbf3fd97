package io.windlass.backend;

import io.windlass.error.DriverException;
import io.windlass.store.Page;
import java.util.List;
import java.util.Optional;

/**
 * Makes, changes and removes buckets (Azure: containers). Knows nothing of the driver's records:
 * its caller decides whether the driver may change a bucket.
 */
public interface BucketAdmin {

  /**
   * Returns whether the bucket exists and the driver may see it; false for a bucket whose deletion
   * the server has accepted.
   */
  boolean exists(String bucket);

  /**
   * Makes a bucket with these settings. When this throws after the bucket was made, the bucket may
   * be only partly configured: calling again with the same settings finishes it.
   *
   * @throws DriverException.AlreadyExists when another owner has a bucket of this name, or the
   *     driver has made it without the object lock that is wanted
   * @throws DriverException.Unavailable also when a bucket of this name was deleted less than
   *     {@link Timing#bucketNameReuse} ago, and the server has not released the name
   * @throws DriverException.Unsupported when the backend does not offer a setting
   */
  void create(String bucket, BucketSettings settings);

  /**
   * Changes quota, tags, lifecycle, encryption and versioning of an existing bucket to these
   * settings. A default retention that they have is set; one that they lack stays.
   */
  void update(String bucket, BucketSettings settings);

  /**
   * Returns whether a bucket is told to keep versions of the objects that are written to it now;
   * false where that is no setting of a bucket.
   */
  boolean keepsVersions(String bucket);

  /**
   * Makes a bucket keep versions from now on, or stop keeping them. Versions that it has when it
   * stops stay; those that are replaced later are removed one day after, where the backend can do
   * that by a lifecycle rule.
   *
   * @throws DriverException.Unsupported where the backend has no versions
   */
  void keepVersions(String bucket, boolean wanted);

  /**
   * Changes only those settings of an existing bucket that {@code settings} specify; the others
   * stay as they are.
   *
   * @throws DriverException.NotFound when there is no such bucket
   * @throws DriverException.Unsupported when the backend does not offer a setting
   */
  void amend(String bucket, BucketSettings settings);

  /**
   * Removes an empty bucket; no error if it is gone.
   *
   * @throws DriverException.NotEmpty when it holds objects or versions
   * @throws DriverException.Aborted when it was found empty, and keys that were taken away for its
   *     deletion may still be accepted: call again after the time that the message says
   */
  void delete(String bucket);

  /**
   * Returns what endangers a bucket in which only the driver should change anything: rules by which
   * the server deletes objects, and access that everybody has. Each is a clause about the bucket.
   * Empty if there is nothing of that, as far as the driver's credentials can see.
   */
  default List<String> dangers(String bucket) {
    return List.of();
  }

  /** Lists the names of the buckets that the driver's credentials can see. */
  Page<String> list(Optional<String> token);
}
