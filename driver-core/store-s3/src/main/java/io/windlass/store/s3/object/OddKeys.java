package io.windlass.store.s3.object;

import java.util.List;
import java.util.regex.Pattern;

/** Knowledge of which odd keys one server keeps as they are, and which it takes for others. */
public final class OddKeys {
  private static final Pattern DOTS = Pattern.compile("(?:.*/)?\\.{1,2}(?:/.*)?", Pattern.DOTALL);

  private final List<KeyOddity> kinds =
      List.of(
          new KeyOddity(
              key -> key.startsWith("/"), true, true, "drops a leading slash; leave it out"),
          new KeyOddity(
              key -> key.indexOf('\\') >= 0,
              true,
              false,
              "takes a backslash for a slash; leave it out"),
          new KeyOddity(
              key -> key.contains("//"), false, true, "drops empty segments; leave them out"),
          new KeyOddity(
              key -> DOTS.matcher(key).matches(),
              false,
              true,
              "has no segments . and ..; choose others"));

  /** Notes a key, or a prefix of one, that the server listed. */
  void listed(String key) {
    kinds.forEach(kind -> kind.listed(key));
  }

  /** Returns what {@link KeyOddity#mayBeThere} does for all kinds of odd keys. */
  boolean mayBeThere(S3Bucket bucket, String key) {
    return kinds.stream().allMatch(kind -> kind.mayBeThere(bucket, key));
  }

  /** Returns what {@link KeyOddity#mayHaveVersions} does for all kinds of odd keys. */
  boolean mayHaveVersions(S3Bucket bucket, String key) {
    return kinds.stream().allMatch(kind -> kind.mayHaveVersions(bucket, key));
  }

  /** Checks what {@link KeyOddity#requireKept} does for all kinds of odd keys. */
  void requireKept(S3Bucket bucket, String key) {
    kinds.forEach(kind -> kind.requireKept(bucket, key));
  }
}
