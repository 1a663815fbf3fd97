package io.windlass.fake.azure;

/** Actions on data that roles permit; the pages of operations name them under "Permissions". */
enum DataAction {
  CONTAINER_READ,
  CONTAINER_WRITE,
  CONTAINER_DELETE,
  READ,
  WRITE,
  DELETE,
  DELETE_VERSION,
  MOVE,
  TAGS,
  DELEGATION_KEY,
  /** Depends on the content of the request. */
  ANY,
  /** Not permitted for identities. */
  ONLY_BY_KEY
}
