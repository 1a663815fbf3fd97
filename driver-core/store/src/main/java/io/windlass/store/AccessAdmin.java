package io.windlass.store;

import java.util.List;

/**
 * Grants principals access to buckets with keys of their own, and takes it away. Stateless: the
 * record of what was granted is kept above, and handed in again with each call.
 *
 * <p>Every call can be repeated after a crash and then finishes what was begun.
 */
public interface AccessAdmin {

  /**
   * Checks, without asking the server, that the backend can enforce exactly this and no less.
   *
   * @throws StoreException.InvalidArgument for what it cannot enforce
   * @throws StoreException.OutOfRange for several buckets where one principal can have but one
   */
  void check(Principal principal);

  /**
   * A generation to make now under this number; to be recorded before it is used, for no two calls
   * give the same. Does not ask the server.
   */
  KeyGeneration generation(int number);

  /**
   * Makes the principal exist with exactly these permissions and this generation of its key.
   *
   * @return the key. Where {@link #derivesKeys()} is true, repeating the call gives the same key
   *     again; elsewhere it is shown once, must be kept by the caller, and repeating the call
   *     replaces it
   */
  Credential grant(Principal principal, KeyGeneration key);

  /**
   * Adds the key of a later generation; earlier ones go on working until {@link #retire}. Where
   * {@link #derivesKeys()} is true, repeating the call gives the same key again.
   */
  Credential rotate(Principal principal, KeyGeneration next);

  /** Ends one generation of the principal's key: it stops working; no error if it is gone. */
  void retire(Principal principal, KeyGeneration old);

  /**
   * Ends all access of the account: every one of these keys has stopped working when this returns,
   * and nothing of the principal is left on the server. No error if it is gone.
   *
   * @param keys every generation that may exist
   */
  void revoke(String account, List<KeyGeneration> keys);

  /**
   * The same credential that {@link #grant} or {@link #rotate} gave for this generation, without
   * asking the server. Only where {@link #derivesKeys()} is true.
   */
  Credential derive(String account, KeyGeneration key);

  /** Whether the principal and this generation of its key are alive on the server. */
  boolean isLive(Principal principal, KeyGeneration key);

  /**
   * Whether secrets are derived from a key of the driver's, and so can be had again at any time.
   */
  boolean derivesKeys();
}
