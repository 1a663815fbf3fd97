package io.windlass.provision;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.regex.Pattern;

/**
 * Bucket names that every backend takes: 3 to 63 of lower-case letters, digits, hyphens and dots,
 * beginning and ending with a letter or digit, no two dots in a row, not the form of an IP address
 * (<a href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html">S3</a>).
 */
public final class BucketNames {
  /** The longest name. */
  public static final int MAX = 63;

  private static final int HASH_CHARS = 12;
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

  /** The bucket for a suggested name: itself, or cut and closed with a hash of all of it. */
  public static String fit(String name) {
    if (name.length() <= MAX) {
      return name;
    }
    String kept = name.substring(0, MAX - HASH_CHARS - 1);
    while (kept.endsWith(".") || kept.endsWith("-")) {
      kept = kept.substring(0, kept.length() - 1);
    }
    return kept + "-" + hash(name);
  }

  private static String hash(String text) {
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest).substring(0, HASH_CHARS);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
