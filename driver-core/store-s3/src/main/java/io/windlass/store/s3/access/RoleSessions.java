package io.windlass.store.s3.access;

import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.NodeSessions;
import io.windlass.access.Principal;
import io.windlass.error.DriverException;
import io.windlass.error.StoreErrors;
import io.windlass.secret.Secret;
import io.windlass.store.s3.client.RoleCredentials;
import io.windlass.store.s3.client.RoleCredentials.TokenFile;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import io.windlass.store.s3.client.S3Role;
import io.windlass.store.s3.client.StsClients;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.services.sts.model.Credentials;
import software.amazon.awssdk.services.sts.model.StsException;

/**
 * Sessions of a role (AssumeRole, or AssumeRoleWithWebIdentity by a token), each with a policy of
 * its own that is cut to one volume: a session can do what both the role and that policy permit.
 */
public final class RoleSessions implements NodeSessions {
  /** AWS takes no longer one. */
  private static final int LONGEST_POLICY = 2048;

  /** What a refusal names that is about the life of a session. */
  private static final String LIFE = "DurationSeconds";

  private final Assuming assuming;
  private final boolean byToken;
  private final IamDialect dialect;
  private final StoreErrors errors;

  /** How the driver gets a session of the role. */
  private interface Assuming {
    Credentials assume(String name, String policy);
  }

  private RoleSessions(Assuming assuming, boolean byToken, IamDialect dialect, StoreErrors errors) {
    this.assuming = assuming;
    this.byToken = byToken;
    this.dialect = dialect;
    this.errors = errors;
  }

  /**
   * Opens the sessions of a role on the server of these clients; nothing is sent.
   *
   * @param dialect how the server's policies are written
   */
  public static RoleSessions open(
      S3Clients clients, S3Role role, IamDialect dialect, StoreErrors errors) {
    return new RoleSessions(
        role.token()
            .map(file -> byToken(clients, role, new TokenFile(file)))
            .orElseGet(() -> byCredentials(clients, role)),
        role.token().isPresent(),
        dialect,
        errors);
  }

  private static Assuming byCredentials(S3Clients clients, S3Role role) {
    StsClient sts = StsClients.open(clients, role.stsEndpoint(), clients.credentials());
    return (name, policy) ->
        sts.assumeRole(request ->
                request
                    .roleArn(role.arn())
                    .roleSessionName(name)
                    .durationSeconds(seconds(role))
                    .policy(policy))
            .credentials();
  }

  /** The request is not signed. */
  private static Assuming byToken(S3Clients clients, S3Role role, TokenFile token) {
    StsClient sts =
        StsClients.open(clients, role.stsEndpoint(), AnonymousCredentialsProvider.create());
    return (name, policy) -> {
      try {
        return sts.assumeRoleWithWebIdentity(request ->
                request
                    .roleArn(role.arn())
                    .roleSessionName(name)
                    .durationSeconds(seconds(role))
                    .webIdentityToken(token.read().reveal())
                    .policy(policy))
            .credentials();
      } catch (StsException e) {
        throw isOfLife(e) ? e : RoleCredentials.refusal(e);
      }
    };
  }

  private static boolean isOfLife(RuntimeException thrown) {
    return String.valueOf(thrown.getMessage()).contains(LIFE);
  }

  private static int seconds(S3Role role) {
    return Math.toIntExact(role.life().toSeconds());
  }

  @Override
  public Credential.Key issue(BucketGrant grant, String name) {
    String policy = policy(grant, dialect);
    Credentials made = assume(name, policy);
    S3Key key =
        new S3Key(
            made.accessKeyId(),
            Secret.of(made.secretAccessKey()),
            Optional.of(Secret.of(made.sessionToken())));
    return new Credential.Key(S3Protocol.S3, key.fields(), Optional.of(made.expiration()));
  }

  /** That a session may not last so long has no code of its own. */
  private Credentials assume(String name, String policy) {
    try {
      return errors.call("assume the role for", name, () -> assuming.assume(name, policy));
    } catch (DriverException.InvalidArgument e) {
      if (!isOfLife(e)) {
        throw e;
      }
      throw new DriverException.FailedPrecondition(
          "%s. Set SESSION_LIFE to what the role permits%s"
              .formatted(
                  e.getMessage(),
                  byToken
                      ? ""
                      : ", at most 1h if the driver's own credentials are those of a role"));
    }
  }

  static String policy(BucketGrant grant, IamDialect dialect) {
    S3Rules.requireLiteral(grant);
    String policy =
        S3Policy.of(new Principal("session", List.of(grant), Optional.empty()), dialect);
    if (policy.length() > LONGEST_POLICY) {
      throw new DriverException.InvalidArgument(
          "prefix '%s': the policy of a session would have %d characters, and %d are possible"
              .formatted(grant.prefix(), policy.length(), LONGEST_POLICY));
    }
    return policy;
  }

  @Override
  public String needs(UnaryOperator<String> variable) {
    String arn = variable.apply("ROLE_ARN");
    String life = variable.apply("SESSION_LIFE");
    return byToken
        ? "name a role with %s whose trust policy names the provider and the subject of the token in %s (sts:AssumeRoleWithWebIdentity), and permit sessions of %s"
            .formatted(arn, variable.apply("ROLE_TOKEN_FILE"), life)
        : "name a role with %s whose trust policy names the driver's identity, let that assume it (sts:AssumeRole), and permit sessions of %s"
            .formatted(arn, life);
  }
}
