package io.windlass.store.azure.access;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.error.DriverException;

/**
 * Roles for data ("Azure built-in roles for Storage"), as they are assigned for access modes. Modes
 * that no role expresses exactly are refused.
 *
 * <p>A principal that reads data can also read the container's settings. One that writes data can
 * also read data, change the container's metadata and delete the container: no built-in role
 * permits less.
 */
enum AzureRole {
  /** Storage Blob Data Reader. */
  READER("2a2b9908-6ea1-4ae2-8e65-a410df84e7d1"),
  /** Storage Blob Data Contributor. */
  CONTRIBUTOR("ba92f5b4-2d11-453d-a403-e96b0029c9fe");

  private final String id;

  AzureRole(String id) {
    this.id = id;
  }

  /** Returns the id of the role's definition in the subscription of a resource. */
  String definition(String resource) {
    String subscription = resource.split("/", 4)[2];
    return "/subscriptions/%s/providers/Microsoft.Authorization/roleDefinitions/%s"
        .formatted(subscription, id);
  }

  /**
   * Returns the role for access modes.
   *
   * @throws DriverException.InvalidArgument naming the mode that no role permits
   */
  static AzureRole of(AccessModes modes) {
    AccessMode data = modes.objectData();
    AzureRole role =
        switch (data) {
          case READ_ONLY -> READER;
          case READ_WRITE -> CONTRIBUTOR;
          case WRITE_ONLY, ANY ->
              throw new DriverException.InvalidArgument(
                  ("object data mode %s: no built-in role of Azure has just that, so ask for"
                          + " READ_ONLY or READ_WRITE")
                      .formatted(data));
        };
    if (modes.objectMetadata() != AccessMode.ANY && modes.objectMetadata() != data) {
      throw new DriverException.InvalidArgument(
          ("object metadata mode %s with object data mode %s: on Azure the metadata of a blob are"
                  + " read and written with its data, so ask for the same mode, or for ANY")
              .formatted(modes.objectMetadata(), data));
    }
    if (modes.bucketMetadata() != AccessMode.ANY && modes.bucketMetadata() != data) {
      throw new DriverException.InvalidArgument(
          ("bucket metadata mode %s with object data mode %s: Azure's roles for data have both in"
                  + " the same mode, so ask for that, or for ANY")
              .formatted(modes.bucketMetadata(), data));
    }
    return role;
  }
}
