package io.windlass.store.s3.client;

import io.windlass.error.DriverException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/** Names on AWS that look like those of buckets. */
public final class AwsNames {
  /**
   * What such a name ends with, and of what it is one.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/bucketnamingrules.html">Bucket
   *     naming rules</a>
   */
  private static final Map<String, String> ENDS =
      Map.of(
          "--x-s3",
          "a directory bucket (S3 Express One Zone), which has neither versions nor ETags that tell"
              + " states apart",
          "--xa-s3",
          "an access point of a directory bucket",
          "-s3alias",
          "an access point",
          "--ol-s3",
          "an access point of S3 Object Lambda",
          ".mrap",
          "an access point of several regions",
          "--table-s3",
          "a table bucket");

  private AwsNames() {}

  /**
   * Checks that a name is that of a bucket, on AWS.
   *
   * @throws DriverException.InvalidArgument if it is that of something else; the message says of
   *     what
   */
  public static void requireBucket(URI endpoint, String name) {
    Optional<String> other =
        name.startsWith("arn:")
            ? Optional.of("an ARN, as of an access point")
            : ENDS.entrySet().stream()
                .filter(end -> name.endsWith(end.getKey()))
                .map(Map.Entry::getValue)
                .findAny();
    if (other.isPresent() && (AwsEndpoint.is(endpoint) || name.startsWith("arn:"))) {
      throw new DriverException.InvalidArgument(
          "bucket '%s' is %s: name the bucket itself, a general purpose bucket"
              .formatted(name, other.get()));
    }
  }
}
