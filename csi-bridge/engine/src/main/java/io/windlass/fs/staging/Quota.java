package io.windlass.fs.staging;

import io.windlass.fs.journal.WriteException;

/** Counts and limits what a volume holds. No method waits. */
public interface Quota {

  /** Quota without limits that counts nothing. */
  Quota NONE =
      new Quota() {
        @Override
        public void need(long bytes, long objects) {}

        @Override
        public void staged(Growth change) {}

        @Override
        public void bucketChanged(String key, Growth change) {}
      };

  /** Growth of a volume in bytes and objects; may be negative. */
  record Growth(long bytes, long objects) {
    public static final Growth NOTHING = new Growth(0, 0);

    Growth minus(Growth other) {
      return new Growth(bytes - other.bytes, objects - other.objects);
    }

    Growth negated() {
      return NOTHING.minus(this);
    }
  }

  /**
   * Checks that the volume may grow by so much.
   *
   * @throws WriteException EDQUOT if it may not
   */
  void need(long bytes, long objects);

  /** Counts growth of staged files beyond what the bucket has of them. */
  void staged(Growth change);

  /** Counts growth of the bucket at a key. */
  void bucketChanged(String key, Growth change);
}
