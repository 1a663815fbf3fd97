package io.windlass.store.azure.bucket;

import java.util.Map;
import java.util.Optional;

/**
 * Makes containers whose blobs can be locked against deletion ("Version-level WORM policies"). The
 * service itself makes none; Azure Resource Manager does.
 */
public interface LockableContainers {
  /**
   * Makes one, or does nothing if it is there, even one whose blobs cannot be locked.
   *
   * @param scope encryption scope of all its blobs
   * @throws io.windlass.error.DriverException.FailedPrecondition if the driver has no identity, or
   *     the account keeps no versions
   * @throws io.windlass.error.DriverException.Unavailable while a container of the name is deleted
   */
  void create(String container, Map<String, String> metadata, Optional<String> scope);

  /**
   * Makes a container that {@link #create} has made retain each new version of a blob by default,
   * by a policy that its owner can change and remove. Does nothing if it does that already.
   *
   * @param days from the creation of a version, from 1 to 146000
   * @throws io.windlass.error.DriverException.FailedPrecondition if the driver has no identity
   * @throws io.windlass.error.DriverException.PermissionDenied if the identity has no role for that
   */
  void retain(String container, int days);
}
