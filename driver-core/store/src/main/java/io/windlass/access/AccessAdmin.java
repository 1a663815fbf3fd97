package io.windlass.access;

import io.windlass.error.DriverException;
import io.windlass.store.Feature;
import java.util.List;
import java.util.Optional;

/**
 * Grants principals access to buckets with keys of their own, and revokes it. Stateless: the caller
 * keeps the record of what was granted, and passes it to each call.
 *
 * <p>Every call can be repeated after a crash and then finishes what was begun. The process may die
 * after a key was made and before its record was written. Where the driver chooses keys, they
 * follow from their generation, which was recorded before. Where the server chooses them, such a
 * key is unknown and was given to nobody: so each call is given the keys that are recorded, and
 * removes all other keys of the account.
 *
 * <p>Access of a {@linkplain Principal#serviceAccount service account} has no key. The same calls
 * make and end it: {@link #grant} lets the service account, and nobody else, do exactly what the
 * principal asks for, and returns {@link Credential.OwnIdentity} with a handle for records; {@link
 * #revoke} takes from the server whatever {@link #grant} put there and no other account needs;
 * {@link #isLive} says whether all of it is there. It becomes effective within {@link
 * io.windlass.backend.Timing#serviceAccountsEffectiveAfter}. Only where the backend has {@link
 * Feature#ACCESS_SERVICE_ACCOUNT}.
 *
 * <p>An account has one principal, from its first grant until it is revoked. Calls for one account
 * must not be made concurrently.
 */
public interface AccessAdmin {

  /**
   * Checks that the backend can enforce exactly what this principal asks for and no less. Changes
   * nothing, and does not look for buckets or accounts. Where what can be enforced depends on the
   * kind of the server, and that is not known yet, it asks the server for its kind, and so can fail
   * as any call.
   *
   * @throws DriverException.InvalidArgument for what it cannot enforce
   * @throws DriverException.OutOfRange for several buckets where a principal can have only one
   */
  void check(Principal principal);

  /**
   * Returns a new generation with this number. Record it before it is used, because no two calls
   * return the same one. Does not ask the server.
   */
  KeyGeneration generation(int number);

  /**
   * Makes the principal exist with exactly these permissions, and adds this generation of its key
   * to the keys that it has. The key works when this returns, or {@link
   * io.windlass.backend.Timing#grantEffectiveAfter} later.
   *
   * @param others all other keys of the principal that are recorded with a handle; they go on
   *     working
   * @return the key. Where {@link #derivesKeys()} is true, repeating the call gives the same key
   *     again; elsewhere the secret is shown once, must be kept by the caller, and repeating the
   *     call replaces the key
   * @throws DriverException.QuotaExceeded when the server has no room for one more key
   */
  Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others);

  /**
   * Ends one generation of the principal's key, and does not try it. The key stops working at most
   * {@link io.windlass.backend.Timing#untriedEffectiveAfter} later. No error if it is gone.
   *
   * @param others the principal's other keys, as {@link #grant} takes them; they go on working
   */
  void retire(Principal principal, IssuedKey old, List<IssuedKey> others);

  /**
   * Ends all access of the principal's account, and removes everything of it from the server, also
   * from the policies of those of its buckets that still exist. Its keys have stopped working when
   * this returns, or {@link io.windlass.backend.Timing#revokeEffectiveAfter} later. No error if it
   * is gone.
   *
   * @param keys all keys that may exist
   * @throws DriverException.Aborted when a key cannot be ended before it ends by itself; the
   *     message says when
   */
  void revoke(Principal principal, List<IssuedKey> keys);

  /**
   * Ends all access like {@link #revoke(Principal, List)}, of which workloads were told. A server
   * that applies the end late is asked with the credentials, and the last traces of the account go
   * when it refuses them.
   *
   * @param handedOut credentials of the keys, as far as they are known
   * @throws DriverException.Aborted also while the server still accepts one of them; the message
   *     says for how long it has. Call again
   */
  default void revoke(Principal principal, List<IssuedKey> keys, List<Credential> handedOut) {
    revoke(principal, keys);
  }

  /**
   * Returns whether the server accepts a credential that was granted, for all that it is meant for.
   * False is an answer only where {@link io.windlass.backend.Timing#grantEffectiveAfter} is not
   * zero.
   */
  default boolean isEffective(Principal principal, Credential credential) {
    return true;
  }

  /**
   * Returns the credential that {@link #grant} gave for this generation, without asking the server.
   * Only where {@link #derivesKeys()} is true and the principal's {@link Principal#signing} is the
   * usual one, and for service accounts.
   */
  Credential derive(Principal principal, KeyGeneration key);

  /**
   * Returns why the credential that was granted for this key is another one than {@link #derive}
   * returns now; empty if it is the same, as far as the record of the key tells. Such a key is not
   * {@linkplain #isLive live}. {@link #grant} makes it so again, with the other credential, which
   * whoever has the old one must be given.
   */
  default Optional<String> replaced(Principal principal, IssuedKey key) {
    return Optional.empty();
  }

  /**
   * Returns why a key is not {@linkplain #isLive live} that is still on the server: somebody has
   * disabled it there, as one does with a key that has leaked. The text says who can enable it
   * again. Empty if nobody has, or the key is gone. {@link #grant} would enable it, or replace it:
   * so ask before.
   */
  default Optional<String> disabled(Principal principal, IssuedKey key) {
    return Optional.empty();
  }

  /** Returns whether the principal and this key are on the server as they were granted. */
  boolean isLive(Principal principal, IssuedKey key);

  /**
   * Returns whether secrets are derived from one of the driver's keys, so that they can be computed
   * again at any time. This does not apply to other ways of {@link Signing}.
   */
  boolean derivesKeys();
}
