package io.windlass.cli.call;

import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * Requests of COSI v1alpha2 as JSON. Arguments must need no escaping.
 *
 * @param protocol of the access that is asked for, like {@code S3}
 */
public record Requests(String protocol) {

  /** Returns a request to generate the id of a bucket. */
  public static String generateBucketId(String name) {
    return "{\"name\": \"%s\"}".formatted(name);
  }

  /**
   * Returns a request to make a bucket.
   *
   * @param parameters members of a JSON object
   */
  public static String createBucket(String id, String parameters) {
    return "{\"bucket_id\": \"%s\", \"parameters\": {%s}}".formatted(id, parameters);
  }

  /** Returns a request about an existing bucket. */
  public static String bucket(String id) {
    return "{\"bucket_id\": \"%s\"}".formatted(id);
  }

  /** Returns a request to generate the id of an access. */
  public String generateAccountId(String name, String bucket, String mode) {
    return access("account_name", name, granted(bucket, mode));
  }

  /** Returns a request to grant access, with this mode for the object data of all these buckets. */
  public String grant(String account, String mode, String... buckets) {
    return access(
        "account_id",
        account,
        Arrays.stream(buckets)
            .map(bucket -> granted(bucket, mode))
            .collect(Collectors.joining(", ")));
  }

  /** Returns a request to revoke access. */
  public String revoke(String account, String bucket) {
    return access("account_id", account, bucket(bucket));
  }

  private static String granted(String bucket, String mode) {
    return """
    {"bucket_id": "%s", "object_data_access_mode": {"mode": "%s"}, \
    "object_metadata_access_mode": {"mode": "ANY"}, \
    "bucket_metadata_access_mode": {"mode": "ANY"}}\
    """
        .formatted(bucket, mode);
  }

  private String access(String field, String account, String buckets) {
    return """
    {"%s": "%s", "protocol": {"type": "%s"}, "authentication_type": {"type": "KEY"}, \
    "buckets": [%s]}\
    """
        .formatted(field, account, protocol, buckets);
  }
}
