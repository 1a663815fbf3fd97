package io.windlass.faults;

/** Compares the contents of a server with the holdings that clients were told of. */
public interface Audit {
  /** Fails if something is missing, or if something is left that no client holds. */
  void requireExactly(Holdings holdings);
}
