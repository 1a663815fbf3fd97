package io.windlass.provision;

import io.windlass.error.DriverException;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Rules of bucket names that every backend accepts: 3 to 63 lower-case letters, digits, hyphens and
 * dots, beginning and ending with a letter or digit, no two dots in a row and no dot beside a
 * hyphen, not in the form of an IP address (<a
 * href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html">S3</a>).
 */
public final class BucketNames {
  private static final Pattern VALID = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
  private static final Pattern OLD = Pattern.compile("[A-Za-z0-9_-][A-Za-z0-9._-]{2,254}");
  private static final Pattern ADDRESS = Pattern.compile("\\d+(\\.\\d+){3}");

  private static final Pattern NOT_PLAIN = Pattern.compile("[^a-z0-9]+");
  private static final Pattern FOLDER = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");
  private static final Pattern NOT_FOLDER = Pattern.compile("[^A-Za-z0-9._]+");

  private BucketNames() {}

  /** Returns whether {@code name} can be the name of a new bucket. */
  public static boolean isValid(String name) {
    return VALID.matcher(name).matches()
        && !name.contains("..")
        && !name.contains(".-")
        && !name.contains("-.")
        && !ADDRESS.matcher(name).matches();
  }

  /**
   * Returns whether there may be a bucket of this name: one that was made under older rules, or
   * those of one backend, need not be {@linkplain #isValid valid}. "Before March 1, 2018, buckets
   * created in the US East (N. Virginia) Region could have names that were up to 255 characters
   * long and included uppercase letters and underscores."
   */
  public static boolean mayExist(String name) {
    return OLD.matcher(name).matches();
  }

  /**
   * Checks the name of a new bucket.
   *
   * @param field that has it, for the message
   * @throws DriverException.InvalidArgument when it is not valid
   */
  public static void requireNew(String field, String name) {
    if (!isValid(name)) {
      throw new DriverException.InvalidArgument(
          ("%s: '%s' cannot be the name of a new bucket: that has 3 to 63 of a-z, 0-9, hyphen and"
                  + " dot, begins and ends with a letter or digit, has no dot beside a dot or"
                  + " hyphen, and is no IP address")
              .formatted(field, Mistakes.printable(name)));
    }
  }

  /** Throws InvalidArgument if no bucket can have this name. */
  static void requirePossible(String field, String name) {
    if (!mayExist(name)) {
      throw new DriverException.InvalidArgument(
          ("%s: no bucket can have the name '%s': it has 3 to 255 letters, digits, hyphens,"
                  + " underscores and dots, and begins with no dot")
              .formatted(field, Mistakes.printable(name)));
    }
  }

  /**
   * Returns a bucket name for any name: the name itself if it is valid, otherwise the name in lower
   * case with hyphens for invalid characters and a hash appended, so that different names have
   * different buckets.
   *
   * @param most most characters of the result, at least 20
   */
  static String of(String name, int most) {
    return isValid(name) && name.length() <= most
        ? name
        : SuggestedNames.hashed(name, name.toLowerCase(Locale.ROOT), NOT_PLAIN, most);
  }

  /**
   * Returns a folder name, to be part of a key, for any name, by the same rule as {@link #of}, but
   * keeping upper case.
   *
   * @param most most characters of the result, at least 20
   */
  public static String folderOf(String name, int most) {
    return FOLDER.matcher(name).matches() && name.length() <= most
        ? name
        : SuggestedNames.hashed(name, name, NOT_FOLDER, most);
  }
}
