package io.windlass.store.s3.client;

import java.net.URI;
import java.util.Locale;
import java.util.Map;

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

  /** Returns whether an endpoint is one of AWS's, in any of its partitions. */
  public static boolean is(URI endpoint) {
    String host = endpoint.getHost().toLowerCase(Locale.ROOT);
    return host.endsWith("." + USUAL)
        || DOMAINS.values().stream().anyMatch(domain -> host.endsWith("." + domain));
  }
}
