package io.windlass.registry;

import io.windlass.store.IssuedKey;
import io.windlass.store.KeyGeneration;
import io.windlass.store.KeyHandle;
import io.windlass.store.Principal;
import java.util.List;
import java.util.Optional;

/**
 * Access that was granted.
 *
 * @param state how far it is
 * @param request what was asked for
 * @param principal what that means on the backend, with the expiry fixed at the first grant
 * @param keys the generations of its key that may exist, oldest first
 */
public record GrantRecord(
    State state, Fingerprint request, Principal principal, List<KeyRecord> keys) {
  public GrantRecord {
    keys = List.copyOf(keys);
  }

  /** How far a grant is. */
  public enum State {
    /** It is being made: the key may work or not. */
    GRANTING,
    /** The key works. */
    READY,
    /** A later key is being made, the newest: it may work or not, and nobody was told of it. */
    ROTATING,
    /** It is being taken away: keys may still work. */
    REVOKING,
    /** Its keys are gone from the server, which may go on accepting them for a while. */
    REVOKED
  }

  /**
   * One generation of the key.
   *
   * @param generation which
   * @param handle what the server calls it; empty until the server has told it
   * @param sealed the credential, sealed, where the backend shows it only once
   */
  public record KeyRecord(
      KeyGeneration generation, Optional<KeyHandle> handle, Optional<String> sealed) {

    /** One that is about to be made. */
    public static KeyRecord toMake(KeyGeneration generation) {
      return new KeyRecord(generation, Optional.empty(), Optional.empty());
    }

    /** As the backend is told of it. */
    public IssuedKey issued() {
      return new IssuedKey(generation, handle);
    }
  }

  /** The generation that a grant answers with. */
  public KeyRecord newest() {
    return keys.getLast();
  }

  /** Those before the newest. */
  public List<KeyRecord> older() {
    return keys.subList(0, keys.size() - 1);
  }

  /** These keys as a backend is told of them. */
  public static List<IssuedKey> issued(List<KeyRecord> keys) {
    return keys.stream().map(KeyRecord::issued).toList();
  }

  /** The same in another state. */
  public GrantRecord in(State next) {
    return new GrantRecord(next, request, principal, keys);
  }

  /** The same with other keys. */
  public GrantRecord withKeys(List<KeyRecord> next) {
    return new GrantRecord(state, request, principal, next);
  }
}
