package io.windlass.cosi.sanity.wire;

/** What may be done with one kind of thing in a bucket. */
public enum Mode {
  /** The driver may choose; COSI recommends the least. Only where there are metadata modes. */
  ANY(1),
  READ_WRITE(2),
  READ_ONLY(3),
  WRITE_ONLY(4);

  private final int number;

  Mode(int number) {
    this.number = number;
  }

  /** The number on the wire. Before there was ANY, the others were one less. */
  int number(ApiRevision revision) {
    if (revision.hasMetadataModes()) {
      return number;
    }
    if (this == ANY) {
      throw new IllegalArgumentException(revision.label() + " has no access mode ANY");
    }
    return number - 1;
  }
}
