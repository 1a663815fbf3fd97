package io.windlass.access;

/** Access to one kind of data (object data, object metadata, bucket metadata). */
public enum AccessMode {
  /** No access was requested: nothing is granted beyond what another mode implies. */
  ANY,
  READ_ONLY,
  WRITE_ONLY,
  READ_WRITE;

  /** Returns whether reading was requested. */
  public boolean reads() {
    return this == READ_ONLY || this == READ_WRITE;
  }

  /** Returns whether writing was requested. */
  public boolean writes() {
    return this == WRITE_ONLY || this == READ_WRITE;
  }
}
