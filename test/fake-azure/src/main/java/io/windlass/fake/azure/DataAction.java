package io.windlass.fake.azure;

/** What an identity may do with data; the operations' pages name them under "Permissions". */
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
  /** Decided by what is in a request. */
  ANY,
  /** For no identity. */
  ONLY_BY_KEY
}
