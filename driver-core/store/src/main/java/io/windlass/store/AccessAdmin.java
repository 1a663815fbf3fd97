package io.windlass.store;

import java.util.List;

/**
 * Grants principals access to buckets with keys of their own, and takes it away. Stateless: the
 * record of what was granted is kept above, and handed in again with each call.
 *
 * <p>Every call can be repeated after a crash and then finishes what was begun. Between the making
 * of a key and the record of it the process may die. Where the driver chooses keys, they follow
 * from their generation, which is recorded before. Where the server chooses them, nobody knows the
 * key then, and nobody was told it: so the keys that are recorded are handed in, and whatever else
 * the account has is such a key and is removed.
 *
 * <p>An account has one principal, from its first grant until it is revoked. No two calls for one
 * account are made at once.
 */
public interface AccessAdmin {

  /**
   * Checks, without asking the server, that the backend can enforce exactly this and no less.
   *
   * @throws DriverException.InvalidArgument for what it cannot enforce
   * @throws DriverException.OutOfRange for several buckets where one principal can have but one
   */
  void check(Principal principal);

  /**
   * A generation to make now under this number; to be recorded before it is used, for no two calls
   * give the same. Does not ask the server.
   */
  KeyGeneration generation(int number);

  /**
   * Makes the principal exist with exactly these permissions, and this generation of its key beside
   * those it has. The key works when this returns, or {@link Timing#grantEffectiveAfter} later.
   *
   * @param others its other keys, all that are recorded with a handle; they go on working
   * @return the key. Where {@link #derivesKeys()} is true, repeating the call gives the same key
   *     again; elsewhere it is shown once, must be kept by the caller, and repeating the call
   *     replaces it
   * @throws DriverException.QuotaExceeded when the server has no room for one more key
   */
  Issued grant(Principal principal, KeyGeneration key, List<IssuedKey> others);

  /**
   * Ends one generation of the principal's key: it stops working, {@link
   * Timing#revokeEffectiveAfter} later at most; no error if it is gone.
   *
   * @param others its other keys, as {@link #grant} takes them; they go on working
   */
  void retire(Principal principal, IssuedKey old, List<IssuedKey> others);

  /**
   * Ends all access of the principal's account, and leaves nothing of it on the server, not in the
   * policies of its buckets either, as far as these are still there. Its keys have stopped working
   * when this returns, or {@link Timing#revokeEffectiveAfter} later. No error if it is gone.
   *
   * @param keys every one that may exist
   */
  void revoke(Principal principal, List<IssuedKey> keys);

  /**
   * The same credential that {@link #grant} gave for this generation, without asking the server.
   * Only where {@link #derivesKeys()} is true.
   */
  Credential derive(Principal principal, KeyGeneration key);

  /** Whether the principal and this key are on the server as they were granted. */
  boolean isLive(Principal principal, IssuedKey key);

  /**
   * Whether secrets are derived from a key of the driver's, and so can be had again at any time.
   */
  boolean derivesKeys();
}
