package io.windlass.access;

import java.util.Optional;

/**
 * Key of a principal, as its record says.
 *
 * @param generation which of the principal's successive keys it is
 * @param handle the server's name of the key; empty if the server's answer with it was lost
 */
public record IssuedKey(KeyGeneration generation, Optional<KeyHandle> handle) {

  /** Returns a key that may have been made, and whose handle is not known. */
  public static IssuedKey unknown(KeyGeneration generation) {
    return new IssuedKey(generation, Optional.empty());
  }

  /** Returns a key whose handle the server has returned. */
  public static IssuedKey of(KeyGeneration generation, Issued issued) {
    return new IssuedKey(generation, Optional.of(issued.handle()));
  }
}
