package io.windlass.cosi.sanity.wire;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the map of strings that carries a credential in v1alpha1, with the keys that its sidecar
 * reads.
 */
final class V1Alpha1Credentials {
  private static final String S3 = "s3";
  private static final String AZURE = "azure";

  private static final List<String> S3_KEYS =
      List.of("accessKeyID", "accessSecretKey", "endpoint", "region");

  /**
   * The only form of a time that the sidecar parses; it turns others into the year 1 without an
   * error.
   */
  private static final Pattern EXPIRY =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d(\\.\\d+)? [+-]\\d{4} [A-Z]{3,5}");

  private V1Alpha1Credentials() {}

  static void check(String protocol, Map<String, String> secrets, List<String> violations) {
    switch (protocol) {
      case S3 -> {
        for (String key : S3_KEYS) {
          if (value(secrets, key).isEmpty()) {
            violations.add("credentials[s3] has no " + key);
          }
        }
      }
      case AZURE -> {
        if (value(secrets, "accessToken").isEmpty()) {
          violations.add("credentials[azure] has no accessToken");
        }
        String expiry = value(secrets, "expiryTs");
        if (!expiry.isEmpty() && !EXPIRY.matcher(expiry).matches()) {
          violations.add(
              "credentials[azure].expiryTs '%s' must be like '2026-01-31 12:00:00 +0000 UTC'"
                  .formatted(expiry));
        }
      }
      default ->
          violations.add(
              "credentials['%s']: the sidecar reads s3 and azure, and drops all else"
                  .formatted(protocol));
    }
  }

  /**
   * Returns the address of a bucket. Its name is the one of the request, because v1alpha1 tells
   * workloads no other name.
   */
  static Optional<BucketInfo> info(String protocol, Bucket bucket, Map<String, String> secrets) {
    return protocol.equals(S3)
        ? Optional.of(
            new BucketInfo.S3(
                bucket.name(),
                value(secrets, "endpoint"),
                value(secrets, "region"),
                BucketInfo.Style.UNKNOWN))
        : Optional.empty();
  }

  static Optional<WorkloadCredential> credential(String protocol, Map<String, String> secrets) {
    return switch (protocol) {
      case S3 ->
          Optional.of(
              new WorkloadCredential.S3(
                  value(secrets, "accessKeyID"), value(secrets, "accessSecretKey")));
      case AZURE ->
          Optional.of(
              new WorkloadCredential.Azure(
                  value(secrets, "accessToken"), value(secrets, "expiryTs")));
      default -> Optional.empty();
    };
  }

  private static String value(Map<String, String> secrets, String key) {
    return secrets.getOrDefault(key, "");
  }
}
