package io.windlass.provision;

/**
 * How a class names its buckets: the suggested name between two texts. A hyphen separates them.
 *
 * @param prefix text before the name, up to 20 characters; empty: none
 * @param suffix text after the name, up to 40 characters; empty: none
 */
public record BucketNaming(String prefix, String suffix) {
  /** The suggested names themselves. */
  public static final BucketNaming SUGGESTED = new BucketNaming("", "");

  public BucketNaming {
    prefix = prefix.isEmpty() || prefix.endsWith("-") ? prefix : prefix + "-";
    suffix = suffix.isEmpty() || suffix.startsWith("-") ? suffix : "-" + suffix;
  }

  /** Returns whether buckets have the suggested names themselves. */
  public boolean isPlain() {
    return equals(SUGGESTED);
  }

  /**
   * Returns the name of the bucket with a suggested name, which is cut if it is too long. It may be
   * invalid: see {@link BucketNames#isValid}.
   */
  public String fit(String name) {
    return SuggestedNames.fit(prefix + name, room()) + suffix;
  }

  /** Returns a valid name of a bucket for any name; different names have different buckets. */
  public String of(String name) {
    return BucketNames.of(prefix + name, room()) + suffix;
  }

  /** Returns a name for a folder, to which the suffix of buckets does not belong. */
  public String folder(String name, int most) {
    return BucketNames.folderOf(prefix + name, most);
  }

  private int room() {
    return SuggestedNames.MAX - suffix.length();
  }
}
