package io.windlass.store.azure.access;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.error.DriverException;

/**
 * Access modes as permissions of a shared access signature for a container ("Create a service
 * SAS"). Modes that permissions cannot express exactly are refused.
 *
 * <p>A principal that reads a blob reads its user metadata, and one that writes it writes them. No
 * grant includes index tags, because one permission covers reading and writing them. Such a
 * signature cannot reach settings of the container.
 */
final class AzureModes {
  private static final String READ = "r";
  private static final String WRITE = "cwd";
  private static final String LIST = "l";
  private static final String MOVE = "m";

  private AzureModes() {}

  /**
   * Checks that the service can enforce exactly these modes.
   *
   * @throws DriverException.InvalidArgument naming the mode that it cannot enforce
   */
  static void check(AccessModes modes) {
    AccessMode data = modes.objectData();
    AccessMode metadata = modes.objectMetadata();
    if (data == AccessMode.ANY) {
      throw new DriverException.InvalidArgument(
          "object data mode ANY: a shared access signature without any permission is"
              + " none, so ask for READ_ONLY, WRITE_ONLY or READ_WRITE");
    }
    if (metadata != AccessMode.ANY && metadata != data) {
      throw new DriverException.InvalidArgument(
          ("object metadata mode %s with object data mode %s: on Azure the metadata of a"
                  + " blob are read and written with its data, so ask for the same mode, or for ANY")
              .formatted(metadata, data));
    }
    if (modes.bucketMetadata() != AccessMode.ANY) {
      throw new DriverException.InvalidArgument(
          ("bucket metadata mode %s: a shared access signature reaches no settings of a"
                  + " container, so ask for ANY")
              .formatted(modes.bucketMetadata()));
    }
  }

  /**
   * Returns the permissions for checked modes, in the order that the service demands.
   *
   * @param directories whether the account has directories: only then it has a permission for
   *     renames
   */
  static String permissions(AccessModes modes, boolean directories) {
    boolean reads = modes.objectData().reads();
    boolean writes = modes.objectData().writes();
    return (reads ? READ : "")
        + (writes ? WRITE : "")
        + (reads ? LIST : "")
        + (reads && writes && directories ? MOVE : "");
  }
}
