package io.windlass.store.local;

import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rules for the names of buckets and objects that can be stored as paths in a directory. */
final class KeyRules {
  private static final int MAX_KEY_BYTES = 1024;
  private static final int MAX_SEGMENT_BYTES = 255;
  private static final Pattern BUCKET = Pattern.compile("[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]");
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+");

  /** Names that S3Proxy hides from listings, as a part of a key or as the whole key. */
  private static final Pattern RESERVED =
      Pattern.compile("(.*/)?(\\.mpus-[^/]*|\\.s3proxy-slash)(/.*)?|\\.s3proxy-.*", Pattern.DOTALL);

  private KeyRules() {}

  /** Returns whether S3 permits this name for a bucket. No such name leads out of the directory. */
  static boolean isBucketName(String name) {
    return BUCKET.matcher(name).matches()
        && !name.contains("..")
        && !ADDRESS.matcher(name).matches();
  }

  /** Returns why no object can have this key; empty if one can. */
  static Optional<String> objection(String key) {
    if (key.isEmpty() || bytes(key) > MAX_KEY_BYTES) {
      return Optional.of("a key must have 1 to 1024 bytes");
    }
    if (key.startsWith("/") || key.contains("//")) {
      return Optional.of("a key in a directory must not begin with '/' nor contain '//'");
    }
    for (String segment : key.split("/", -1)) {
      if (segment.equals(".") || segment.equals("..")) {
        return Optional.of("a key in a directory must not have a segment '.' or '..'");
      }
      if (bytes(segment) > MAX_SEGMENT_BYTES) {
        return Optional.of("a key in a directory must not have a segment of more than 255 bytes");
      }
    }
    if (key.chars().anyMatch(c -> c < ' ' || c == 0x7f)) {
      return Optional.of("a key in a directory must not contain control characters");
    }
    if (RESERVED.matcher(key).matches()) {
      return Optional.of("names that begin with '.mpus-' or '.s3proxy-' are the server's own");
    }
    if (!isPath(key)) {
      return Optional.of(
          "this key is no file name in the character set of the process: run it with"
              + " LC_ALL=C.UTF-8");
    }
    return Optional.empty();
  }

  private static boolean isPath(String text) {
    try {
      return !Path.of(text).toString().isEmpty();
    } catch (InvalidPathException e) {
      return false;
    }
  }

  private static int bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8).length;
  }
}
