package io.windlass.cli.mount;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is to be mounted: {@code s3://bucket} or {@code s3://bucket/prefix}.
 *
 * @param prefix empty, or ends in a slash
 */
record BucketUri(String bucket, String prefix) {
  private static final Pattern FORM =
      Pattern.compile("s3://([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:/(.*))?");

  /** Throws {@link IllegalArgumentException} that says what would be right. */
  static BucketUri parse(String text) {
    Matcher matcher = FORM.matcher(text);
    if (!matcher.matches()) {
      throw new IllegalArgumentException(
          "'%s' is nothing that can be mounted: like s3://bucket or s3://bucket/prefix"
              .formatted(text));
    }
    String prefix = matcher.group(2) == null ? "" : matcher.group(2);
    return new BucketUri(
        matcher.group(1), prefix.isEmpty() || prefix.endsWith("/") ? prefix : prefix + "/");
  }

  @Override
  public String toString() {
    return "s3://" + bucket + (prefix.isEmpty() ? "" : "/" + prefix);
  }
}
