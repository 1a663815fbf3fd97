package io.windlass.cosi.sanity.wire;

/** Access mode for one kind of content of a bucket. */
public enum Mode {
  /**
   * The driver may choose; COSI recommends the least. Only revisions with metadata modes have it.
   */
  ANY(1),
  READ_WRITE(2),
  READ_ONLY(3),
  WRITE_ONLY(4);

  private final int number;

  Mode(int number) {
    this.number = number;
  }

  /** Returns the number on the wire. Revisions without ANY have numbers that are lower by one. */
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
