package io.windlass.store.s3.client;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Role that the driver assumes for nodes.
 *
 * @param arn name of the role
 * @param stsEndpoint URL of the server's security token service; empty: see {@link
 *     StsClients#endpoint}
 * @param life how long a session lasts, from {@link #SHORTEST} to {@link #LONGEST}
 * @param token file of the token by which the driver assumes it; empty: it does by its own
 *     credentials
 */
public record S3Role(String arn, Optional<URI> stsEndpoint, Duration life, Optional<Path> token) {
  /** Shortest and longest session that AWS takes. */
  public static final Duration SHORTEST = Duration.ofMinutes(15);

  public static final Duration LONGEST = Duration.ofHours(12);

  /**
   * Longest session that AWS gives to whoever has a session of a role already (role chaining).
   *
   * @see <a href="https://docs.aws.amazon.com/IAM/latest/UserGuide/id_roles.html">IAM roles, "Role
   *     chaining"</a>
   */
  public static final Duration LONGEST_CHAINED = Duration.ofHours(1);

  /** Creates one that the driver assumes by its own credentials. */
  public S3Role(String arn, Optional<URI> stsEndpoint, Duration life) {
    this(arn, stsEndpoint, life, Optional.empty());
  }

  /** Throws {@link IllegalArgumentException}, which names the field and what would be valid. */
  public S3Role {
    stsEndpoint.ifPresent(uri -> S3Connection.requireEndpoint("stsEndpoint", uri));
    if (life.compareTo(SHORTEST) < 0 || life.compareTo(LONGEST) > 0) {
      throw new IllegalArgumentException("life must be 15 minutes to 12 hours");
    }
  }
}
