package io.windlass.cosi.sanity.wire;

/** What may be done with one kind of thing in a bucket. */
public enum Mode {
  /** The driver may choose; COSI recommends the least. Only where there are metadata modes. */
  ANY,
  READ_WRITE,
  READ_ONLY,
  WRITE_ONLY;

  /** The number on the wire: ANY came later, and took the first. */
  int number(Revision revision) {
    if (revision.hasMetadataModes()) {
      return ordinal() + 1;
    }
    if (this == ANY) {
      throw new IllegalArgumentException(revision.label() + " has no access mode ANY");
    }
    return ordinal();
  }
}
