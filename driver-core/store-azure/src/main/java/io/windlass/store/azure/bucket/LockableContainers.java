package io.windlass.store.azure.bucket;

import java.util.Map;
import java.util.Optional;

/**
 * Makes containers whose blobs can be locked against deletion ("Version-level WORM policies"). The
 * service itself makes none; Azure Resource Manager does.
 */
public interface LockableContainers {
  /**
   * Makes one, or does nothing if it is there.
   *
   * @param scope encryption scope of all its blobs
   * @throws io.windlass.error.DriverException.FailedPrecondition if the driver has no identity, or
   *     the account keeps no versions
   */
  void create(String container, Map<String, String> metadata, Optional<String> scope);
}
