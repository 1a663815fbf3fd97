package io.windlass.fake.azure;

/** Sender of a request. */
sealed interface Caller {
  /** Authorised by a key of the account. */
  record Owner() implements Caller {}

  /** Authorised by a token of Entra; the identity has this object id. */
  record Identity(String id) implements Caller {}

  /** Authorised by a signature with these permissions. */
  record Signature(String letters) implements Caller {}

  /**
   * "create-service-sas", Create: "Can't overwrite existing"; the error is of
   * "blob-service-error-codes".
   */
  default void requireOverwrite(boolean overwrites) {
    if (overwrites && this instanceof Signature(String letters) && !letters.contains("w")) {
      throw Fault.of(403, "UnauthorizedBlobOverwrite", "blob-service-error-codes");
    }
  }
}
