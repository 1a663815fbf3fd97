package io.windlass.fake.azure;

import java.util.Arrays;

/**
 * Actions that roles permit. Names are those of "authorize-with-azure-active-directory",
 * Permissions for Blob service operations, and of
 * "azure/storage/blobs/storage-auth-abac-attributes".
 */
enum DataAction {
  CONTAINER_READ("blobServices/containers/read"),
  CONTAINER_WRITE("blobServices/containers/write"),
  CONTAINER_DELETE("blobServices/containers/delete"),
  DELEGATION_KEY("blobServices/generateUserDelegationKey/action"),
  /** In no built-in role for data. */
  GET_INFO("blobServices/getInfo/action"),
  READ("blobServices/containers/blobs/read"),
  WRITE("blobServices/containers/blobs/write"),
  DELETE("blobServices/containers/blobs/delete"),
  DELETE_VERSION("blobServices/containers/blobs/deleteBlobVersion/action"),
  MOVE("blobServices/containers/blobs/move/action"),
  TAGS_READ("blobServices/containers/blobs/tags/read"),
  TAGS_WRITE("blobServices/containers/blobs/tags/write"),
  IMMUTABILITY("blobServices/containers/blobs/immutableStorage/runAsSuperUser/action"),
  /** "azure/role-based-access-control/permissions/storage": a request to ARM. */
  RETENTION_WRITE("blobServices/containers/immutabilityPolicies/write"),
  /** "rest/api/storagerp/storage-accounts/get-properties": a request to ARM. */
  ACCOUNT_READ("read"),
  /**
   * Not permitted for identities: "get-container-acl" and "set-container-acl" are for the account's
   * key. The table has actions for them since 2025, which nothing here relies on.
   */
  ONLY_BY_KEY("");

  private static final String STORAGE = "Microsoft.Storage/storageAccounts/";
  private static final String OF_DATA = "blobServices/containers/blobs/";

  private final String path;

  DataAction(String path) {
    this.path = path;
  }

  /**
   * Returns whether roles have it among their DataActions; else it is among their Actions:
   * "azure/role-based-access-control/built-in-roles/storage".
   */
  boolean isOfData() {
    return path.startsWith(OF_DATA);
  }

  /** Returns whether an entry of a role permits it: a name, or the beginning of one and a star. */
  boolean isIn(String entry) {
    String name = STORAGE + path;
    return !path.isEmpty()
        && (entry.endsWith("/*")
            ? name.startsWith(entry.substring(0, entry.length() - 1))
            : name.equals(entry));
  }

  /** Refuses an entry that is in the wrong list of a role, or that nothing here needs. */
  static void require(String entry, boolean ofData) {
    if (Arrays.stream(values()).noneMatch(each -> each.isOfData() == ofData && each.isIn(entry))) {
      throw new IllegalArgumentException(
          "FAKE Azure: %s is not known among the %s of a role"
              .formatted(entry, ofData ? "DataActions" : "Actions"));
    }
  }
}
