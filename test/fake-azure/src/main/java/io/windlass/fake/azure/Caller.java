package io.windlass.fake.azure;

/** Who makes a request. */
sealed interface Caller {
  /** With a key of the account. */
  record Owner() implements Caller {}

  /** With a token of Entra's, by its object id. */
  record Identity(String id) implements Caller {}

  /** With a signature that has these permissions. */
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
