package io.windlass.access;

/** How a credential is signed, where a backend has another way than its usual one. */
public enum Signing {
  /**
   * By a key that the server lends to the driver's identity for some days. The credential ends by
   * itself; before that it cannot be ended alone.
   */
  USER_DELEGATION,
  /**
   * The same, for one principal alone ({@link Principal#delegatedUser}). A driver before this
   * constant cannot read the record of such a grant, and so does not hand it out to everybody.
   */
  BOUND_USER_DELEGATION
}
