package io.windlass.testing.crash;

/**
 * Simulated death of the process, thrown in place of the call at which it dies. No code of ours
 * catches it.
 */
public final class Crash extends Error {
  private static final long serialVersionUID = 1L;

  Crash(String where) {
    super(where);
  }
}
