package io.windlass.cosi.sanity.store;

/** What a client presents to prove who it is. */
public enum Proof {
  /** The credential as it was granted. */
  GRANTED,
  /** The credential with another secret than the granted one. */
  FORGED,
  /** Nothing: its requests are anonymous. */
  NONE
}
