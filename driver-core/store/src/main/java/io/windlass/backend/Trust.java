package io.windlass.backend;

/** How much is known of the promises of a system, above all of its conditions. */
public enum Trust {
  /** A cloud: what it promises is documented, and kept. */
  KNOWN,
  /** A server that the driver is tested on. It may be an old version, or behind something else. */
  RECOGNIZED,
  /** A server that nothing is known of but that it speaks the protocol. */
  UNKNOWN
}
