package io.windlass.store.s3;

import io.windlass.secret.SecretDirectory;
import io.windlass.store.s3.client.S3Key;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** Where the driver, or a mount by hand, has its own credentials from. */
public sealed interface DriverCredentials {

  /**
   * An access key.
   *
   * @param directory with the files that {@link S3Key#in} reads
   */
  record Files(SecretDirectory directory) implements DriverCredentials {}

  /**
   * A role that a token of the cluster is exchanged for, as IRSA has it.
   *
   * @param arn of the role
   * @param token file with the token; read again whenever it changes
   * @param session name of the session, for the server's own log
   */
  record WebIdentity(String arn, Path token, String session, Optional<URI> sts)
      implements DriverCredentials {}

  /** What the agent beside the container gives, as EKS Pod Identity has it. */
  record Container() implements DriverCredentials {}

  /** The role of the machine, by its metadata service. */
  record Instance() implements DriverCredentials {}

  /**
   * What a profile of AWS's tools says: a key, a role, a session of somebody who has logged in, a
   * program.
   *
   * @param config that {@code ~/.aws/config} stands for; need not be there
   * @param credentials the same of {@code ~/.aws/credentials}
   */
  record Profile(String name, Path config, Path credentials) implements DriverCredentials {}

  /** None: requests are not signed. */
  record Anonymous() implements DriverCredentials {}

  /**
   * A role that is assumed with other credentials.
   *
   * @param arn of the role
   * @param externalId what the role's trust policy may demand beside them; empty: nothing
   * @param with credentials that may assume it
   * @param sts where the server has its security token service; empty: where AWS has it for the
   *     region
   */
  record Role(String arn, Optional<String> externalId, DriverCredentials with, Optional<URI> sts)
      implements DriverCredentials {}
}
