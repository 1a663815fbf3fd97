package io.windlass.store.s3.access;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Identity provider of IAM by which an account of AWS believes the tokens of a cluster (OpenID
 * Connect). Its ARN says all that is needed of it.
 *
 * @param partition partition of AWS: {@code aws}, {@code aws-cn}, {@code aws-us-gov}
 * @param account number of the account
 * @param issuer URL of the tokens' issuer, without {@code https://}
 * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html">IAM
 *     identifiers</a>
 */
public record OidcProvider(String partition, String account, String issuer) {
  /** A provider's URL has neither port nor query ("CreateOpenIDConnectProvider"). */
  private static final Pattern ARN =
      Pattern.compile(
          "arn:(aws[a-z-]{0,20}):iam::([0-9]{12}):oidc-provider/([a-z0-9.-]{1,128}(?:/[\\w.~-]{1,128}){0,4})");

  /**
   * Reads an ARN.
   *
   * @throws IllegalArgumentException if it is none of a provider
   */
  public static OidcProvider of(String arn) {
    Matcher matcher = ARN.matcher(arn);
    if (!matcher.matches()) {
      throw new IllegalArgumentException("not the ARN of an OIDC provider of IAM");
    }
    return new OidcProvider(matcher.group(1), matcher.group(2), matcher.group(3));
  }

  /** Returns its ARN. */
  public String arn() {
    return "arn:%s:iam::%s:oidc-provider/%s".formatted(partition, account, issuer);
  }

  /** Returns the ARN of a role of the same account. */
  public String role(String path, String name) {
    return "arn:%s:iam::%s:role%s%s".formatted(partition, account, path, name);
  }
}
