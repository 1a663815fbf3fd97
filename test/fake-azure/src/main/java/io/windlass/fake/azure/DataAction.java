package io.windlass.fake.azure;

import java.util.Arrays;

/** Actions on data that roles permit; the pages of operations name them under "Permissions". */
enum DataAction {
  CONTAINER_READ,
  CONTAINER_WRITE,
  CONTAINER_DELETE,
  READ,
  WRITE,
  DELETE,
  DELETE_VERSION("containers/blobs/deleteBlobVersion/action"),
  MOVE,
  TAGS_READ("containers/blobs/tags/read"),
  TAGS_WRITE("containers/blobs/tags/write"),
  DELEGATION_KEY,
  /** In no built-in role for data. */
  GET_INFO("getInfo/action"),
  /** Depends on the content of the request. */
  ANY,
  /** Not permitted for identities. */
  ONLY_BY_KEY;

  private static final String BLOBS = "Microsoft.Storage/storageAccounts/blobServices/";

  private final String path;

  /** Creates one that tests give by built-in roles alone. */
  DataAction() {
    this("");
  }

  DataAction(String path) {
    this.path = path;
  }

  /** Returns the action of this name: "authorize-with-azure-active-directory", Permissions. */
  static DataAction of(String name) {
    return Arrays.stream(values())
        .filter(each -> !each.path.isEmpty() && name.equals(BLOBS + each.path))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException(name));
  }
}
