package io.windlass.provision;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Bucket names that every backend takes: 3 to 63 of lower-case letters, digits, hyphens and dots,
 * beginning and ending with a letter or digit, no two dots in a row, not the form of an IP address
 * (<a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html">S3</a>).
 */
public final class BucketNames {
  private static final Pattern VALID = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
  private static final Pattern ADDRESS = Pattern.compile("\\d+(\\.\\d+){3}");

  private static final Pattern NOT_PLAIN = Pattern.compile("[^a-z0-9]+");
  private static final Pattern FOLDER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Pattern NOT_FOLDER = Pattern.compile("[^A-Za-z0-9._]+");

  private BucketNames() {}

  /** Whether {@code name} can be a bucket. */
  public static boolean isValid(String name) {
    return VALID.matcher(name).matches()
        && !name.contains("..")
        && !name.contains(".-")
        && !name.contains("-.")
        && !ADDRESS.matcher(name).matches();
  }

  /**
   * A bucket for any name at all: the name itself where that can be a bucket, else what is left of
   * it with a hash at its end, so that different names have different buckets.
   */
  public static String of(String name) {
    return isValid(name)
        ? name
        : SuggestedNames.hashed(name, name.toLowerCase(Locale.ROOT), NOT_PLAIN, SuggestedNames.MAX);
  }

  /**
   * Part of a key for any name at all, by the same rule.
   *
   * @param most longest that it may be, at least 20
   */
  public static String folderOf(String name, int most) {
    return FOLDER.matcher(name).matches() && name.length() <= most
        ? name
        : SuggestedNames.hashed(name, name, NOT_FOLDER, most);
  }

  /** The bucket for a suggested name; see {@link #isValid} for whether it can be one. */
  public static String fit(String name) {
    return SuggestedNames.fit(name);
  }
}
