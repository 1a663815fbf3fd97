package io.windlass.provision;

import java.util.regex.Pattern;

/**
 * Bucket names that every backend takes: 3 to 63 of lower-case letters, digits, hyphens and dots,
 * beginning and ending with a letter or digit, no two dots in a row, not the form of an IP address
 * (<a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html">S3</a>).
 */
public final class BucketNames {
  private static final Pattern VALID = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
  private static final Pattern ADDRESS = Pattern.compile("\\d+(\\.\\d+){3}");

  private BucketNames() {}

  /** Whether {@code name} can be a bucket. */
  public static boolean isValid(String name) {
    return VALID.matcher(name).matches()
        && !name.contains("..")
        && !name.contains(".-")
        && !name.contains("-.")
        && !ADDRESS.matcher(name).matches();
  }

  /** The bucket for a suggested name; see {@link #isValid} for whether it can be one. */
  public static String fit(String name) {
    return Names.fit(name);
  }
}
