package io.windlass.registry;

import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.KeyHandle;
import io.windlass.access.Principal;
import java.util.List;
import java.util.Optional;

/**
 * Record of access that was granted.
 *
 * @param state state of its life
 * @param request normalised request for the access
 * @param principal principal on the backend, with the expiry fixed at the first grant
 * @param keys generations of its key that may exist, oldest first
 */
public record GrantRecord(
    State state, Fingerprint request, Principal principal, List<KeyRecord> keys) {
  public GrantRecord {
    keys = List.copyOf(keys);
  }

  /** State of a grant's life. */
  public enum State {
    /**
     * The access is being granted: its key may work or not. If the key is recorded with its handle,
     * it is made, and was refused when it was tried.
     */
    GRANTING,
    /**
     * The access is granted, and the server may refuse it for some more time: no caller was told
     * that it works. Where a key has to be accepted for some time, it has been so since the record
     * was written.
     */
    SETTLING,
    /** The key works. */
    READY,
    /**
     * A later key, the newest, is being created: it may work or not, and no caller was told of it.
     */
    ROTATING,
    /** The access is being revoked: keys may still work. */
    REVOKING,
    /** The keys are deleted from the server, which may accept them for some more time. */
    REVOKED
  }

  /**
   * One generation of the key.
   *
   * @param generation the generation
   * @param handle name of the key on the server; empty until the server has returned it
   * @param sealed sealed credential, if the backend shows it only once
   */
  public record KeyRecord(
      KeyGeneration generation, Optional<KeyHandle> handle, Optional<String> sealed) {

    /** Returns the record of a key that is about to be created. */
    public static KeyRecord toMake(KeyGeneration generation) {
      return new KeyRecord(generation, Optional.empty(), Optional.empty());
    }

    /** Returns the key in the form that backends take. */
    public IssuedKey issued() {
      return new IssuedKey(generation, handle);
    }
  }

  /** Returns the key that a grant answers with. */
  public KeyRecord newest() {
    return keys.getLast();
  }

  /** Returns whether the newest key of access that is granted is made. */
  public boolean isMade() {
    return switch (state) {
      case SETTLING, READY -> true;
      case GRANTING -> newest().handle().isPresent();
      case ROTATING, REVOKING, REVOKED -> false;
    };
  }

  /** Returns the keys before the newest. */
  public List<KeyRecord> older() {
    return keys.subList(0, keys.size() - 1);
  }

  /** Converts keys to the form that backends take. */
  public static List<IssuedKey> issued(List<KeyRecord> keys) {
    return keys.stream().map(KeyRecord::issued).toList();
  }

  /** Returns this record with another state. */
  public GrantRecord in(State next) {
    return new GrantRecord(next, request, principal, keys);
  }

  /** Returns this record with other keys. */
  public GrantRecord withKeys(List<KeyRecord> next) {
    return new GrantRecord(state, request, principal, next);
  }
}
