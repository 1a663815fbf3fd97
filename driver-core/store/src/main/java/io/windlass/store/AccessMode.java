package io.windlass.store;

/** What may be done with one kind of thing (object data, object metadata, bucket metadata). */
public enum AccessMode {
  /** Nothing was asked for: nothing is granted beyond what another mode brings with it. */
  ANY,
  READ_ONLY,
  WRITE_ONLY,
  READ_WRITE;

  /** Whether reading was asked for. */
  public boolean reads() {
    return this == READ_ONLY || this == READ_WRITE;
  }

  /** Whether writing was asked for. */
  public boolean writes() {
    return this == WRITE_ONLY || this == READ_WRITE;
  }
}
