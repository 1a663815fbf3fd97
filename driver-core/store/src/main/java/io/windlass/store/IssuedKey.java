package io.windlass.store;

import java.util.Optional;

/**
 * A key of a principal, as the record of it says.
 *
 * @param generation which of its successive keys
 * @param handle what the server calls it; empty where the answer that told it was never seen, and
 *     where an older driver did not keep it
 */
public record IssuedKey(KeyGeneration generation, Optional<KeyHandle> handle) {

  /** One that may have been made, and whose handle is not known. */
  public static IssuedKey unknown(KeyGeneration generation) {
    return new IssuedKey(generation, Optional.empty());
  }

  /** One of which the server told the handle. */
  public static IssuedKey of(KeyGeneration generation, Issued issued) {
    return new IssuedKey(generation, Optional.of(issued.handle()));
  }
}
