package io.windlass.fs.write;

/** Who keeps count of what a volume holds, and bounds it. Does not wait. */
public interface Quota {

  /** Everything fits, and nobody counts. */
  Quota NONE =
      new Quota() {
        @Override
        public void need(long bytes, long objects) {}

        @Override
        public void staged(Growth change) {}

        @Override
        public void published(String key, Growth change) {}
      };

  /** How much more there is than before; may be negative. */
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
   * Makes sure that so much more fits in.
   *
   * @throws WriteException EDQUOT if it does not
   */
  void need(long bytes, long objects);

  /** Staged files make so much more of the volume than the bucket has. */
  void staged(Growth change);

  /** The bucket has so much more at a key, or of it. */
  void published(String key, Growth change);
}
