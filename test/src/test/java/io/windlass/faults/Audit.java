package io.windlass.faults;

/** Compares everything that lies on a server with what clients were told that they have. */
interface Audit {
  /** Fails if something is missing, or something is left that nobody has. */
  void requireExactly(Holdings holdings);
}
