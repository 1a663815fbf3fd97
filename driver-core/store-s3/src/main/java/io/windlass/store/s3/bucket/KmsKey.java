package io.windlass.store.s3.bucket;

import io.windlass.store.s3.client.AwsEndpoint;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Key of AWS KMS that encrypts the objects of a bucket.
 *
 * @param resource its name in a policy; where the bucket names it by an alias, that of all keys
 * @param alias the alias by which the bucket names it, with {@code alias/}
 * @param services names by which S3 asks for the key (condition key {@code kms:ViaService})
 */
public record KmsKey(String resource, Optional<String> alias, SortedSet<String> services) {
  private static final Pattern ARN =
      Pattern.compile("(arn:[a-z0-9-]+:kms:([a-z0-9-]+):[0-9]{12}:)(key|alias)/([A-Za-z0-9/_-]+)");

  /** Returns the region of a key that is named by the ARN of a key; empty if it is not. */
  public static Optional<String> region(String name) {
    Matcher arn = ARN.matcher(name);
    return arn.matches() && arn.group(3).equals("key")
        ? Optional.of(arn.group(2))
        : Optional.empty();
  }

  /**
   * Returns the key of a bucket's setting, which may be an ARN, an id or an alias.
   *
   * @param region where the bucket is
   * @see <a
   *     href="https://docs.aws.amazon.com/AmazonS3/latest/API/API_ServerSideEncryptionByDefault.html">
   *     ServerSideEncryptionByDefault</a>
   * @see <a
   *     href="https://docs.aws.amazon.com/kms/latest/developerguide/alias-authorization.html">Use
   *     aliases to control access to KMS keys</a>
   */
  public static KmsKey of(String name, String partition, String region) {
    Matcher arn = ARN.matcher(name);
    boolean full = arn.matches();
    String where = full ? arn.group(1) : "arn:%s:kms:%s:*:".formatted(partition, region);
    String rest = full ? arn.group(3) + "/" + arn.group(4) : name;
    boolean aliased = rest.startsWith("alias/");
    SortedSet<String> services = new TreeSet<>();
    String of = full ? arn.group(2) : region;
    services.add("s3.%s.amazonaws.com".formatted(of));
    services.add(AwsEndpoint.of(of, false, false).getHost());
    return new KmsKey(
        where + (aliased ? "key/*" : rest.startsWith("key/") ? rest : "key/" + rest),
        aliased ? Optional.of(rest) : Optional.empty(),
        services);
  }
}
