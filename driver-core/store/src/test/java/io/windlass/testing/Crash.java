package io.windlass.testing;

/** The process died: thrown in place of the call at which it did. No code of ours catches it. */
public final class Crash extends Error {
  private static final long serialVersionUID = 1L;

  Crash(String where) {
    super(where);
  }
}
