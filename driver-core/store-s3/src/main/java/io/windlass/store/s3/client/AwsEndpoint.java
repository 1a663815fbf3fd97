package io.windlass.store.s3.client;

import java.net.URI;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Endpoints of AWS, without its SDK.
 *
 * @see <a href="https://docs.aws.amazon.com/general/latest/gr/s3.html">Amazon S3 endpoints</a>
 */
public final class AwsEndpoint {
  private static final String USUAL = "amazonaws.com";
  private static final String CHINA = "cn-";

  /** Domains of the partitions, by what the names of their regions begin with. */
  private static final Map<String, String> DOMAINS =
      Map.of(
          CHINA,
          "amazonaws.com.cn",
          "eusc-",
          "amazonaws.eu",
          "us-iso-",
          "c2s.ic.gov",
          "us-isob-",
          "sc2s.sgov.gov",
          "us-isof-",
          "csp.hci.ic.gov",
          "eu-isoe-",
          "cloud.adc-e.uk");

  private static final Pattern SERVICE = Pattern.compile("(?:^|\\.)s3(?:express)?[.-]");

  private static final Pattern HOST_LABEL = Pattern.compile("[a-z0-9][a-z0-9-]{1,61}[a-z0-9]");

  private AwsEndpoint() {}

  /**
   * Returns the endpoint of a region.
   *
   * @param dualStack whether it also has addresses of IPv6
   * @param fips whether it has validated cryptography (FIPS 140); not in China
   */
  public static URI of(String region, boolean dualStack, boolean fips) {
    String domain =
        DOMAINS.entrySet().stream()
            .filter(each -> region.startsWith(each.getKey()))
            .map(Map.Entry::getValue)
            .findAny()
            .orElse(USUAL);
    return URI.create(
        "https://s3%s.%s%s.%s"
            .formatted(fips ? "-fips" : "", dualStack ? "dualstack." : "", region, domain));
  }

  /** Returns whether there are endpoints with validated cryptography for a region. */
  public static boolean hasFips(String region) {
    return !region.startsWith(CHINA);
  }

  /** Returns whether an endpoint that {@link #of} returned also has addresses of IPv6. */
  static boolean isDualStack(URI endpoint) {
    return is(endpoint) && endpoint.getHost().contains(".dualstack.");
  }

  /** Returns whether an endpoint that {@link #of} returned has validated cryptography. */
  static boolean isFips(URI endpoint) {
    return is(endpoint) && endpoint.getHost().startsWith("s3-fips.");
  }

  /**
   * Returns whether a bucket is named in the path, and not in the host name, where the style of
   * requests is the latter. A certificate for all names below the endpoint is for none with another
   * dot, and names from before today's rules are no part of a host name.
   *
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/userguide/VirtualHosting.html">Virtual
   *     hosting of general purpose buckets</a>
   */
  public static boolean isInPath(String bucket) {
    return !HOST_LABEL.matcher(bucket).matches();
  }

  /**
   * Returns whether an endpoint is one of S3 on AWS, in any of its partitions. Other servers have
   * hosts in the same domains: those of machines and of load balancers.
   */
  public static boolean is(URI endpoint) {
    String host = endpoint.getHost().toLowerCase(Locale.ROOT);
    boolean ofAws =
        host.endsWith("." + USUAL)
            || DOMAINS.values().stream().anyMatch(domain -> host.endsWith("." + domain));
    return ofAws && SERVICE.matcher(host).find() && !host.contains(".elb.");
  }
}
