package io.windlass.cosi.sanity.wire;

/** Answer of an RPC whose response message has no fields. */
public enum EmptyAnswer {
  DONE
}
