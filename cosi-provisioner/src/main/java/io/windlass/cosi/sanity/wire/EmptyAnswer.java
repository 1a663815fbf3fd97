package io.windlass.cosi.sanity.wire;

/** The answer of an RPC that has nothing to say. */
public enum EmptyAnswer {
  DONE
}
