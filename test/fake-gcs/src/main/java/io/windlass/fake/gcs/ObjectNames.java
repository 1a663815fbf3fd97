package io.windlass.fake.gcs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.regex.Pattern;

/**
 * Names: cloud.google.com/storage/docs/objects#naming and
 * cloud.google.com/storage/docs/buckets#naming.
 */
final class ObjectNames {
  private static final int LONGEST = 1024;
  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]");
  private static final Pattern ADDRESS = Pattern.compile("\\d+\\.\\d+\\.\\d+\\.\\d+");

  private ObjectNames() {}

  static void requireObject(String name) {
    int length = name.getBytes(StandardCharsets.UTF_8).length;
    if (length == 0) {
      throw Refusal.required("name");
    }
    if (length > LONGEST) {
      throw Refusal.invalid(
          "The specified object name is not valid: at most 1024 bytes when UTF-8 encoded.");
    }
    if (name.equals(".")
        || name.equals("..")
        || name.indexOf('\r') >= 0
        || name.indexOf('\n') >= 0
        || name.startsWith(".well-known/acme-challenge/")) {
      throw Refusal.invalid("Invalid object name: '" + name + "'");
    }
  }

  static void requireBucket(String name) {
    boolean parts =
        Arrays.stream(name.split("\\.", -1)).allMatch(p -> !p.isEmpty() && p.length() <= 63);
    if (!BUCKET.matcher(name).matches()
        || !parts
        || ADDRESS.matcher(name).matches()
        || name.startsWith("goog")
        || name.contains("google")) {
      throw Refusal.invalid("Invalid bucket name: '" + name + "'");
    }
  }
}
