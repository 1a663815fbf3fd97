package io.windlass.store.s3.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Principal;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.store.ListOptions;
import io.windlass.store.PutOptions;
import io.windlass.store.contract.TestBucket;
import io.windlass.store.s3.DriverCredentials;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.S3Config;
import io.windlass.store.s3.client.RoleCredentials;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Role;
import io.windlass.testing.LongForm;
import io.windlass.testing.Patience;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.SeaweedFsServer;
import io.windlass.testing.TokenIssuer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/**
 * Roles of SeaweedFS, which has them in its configuration: for the sessions of nodes, and for a
 * service account, with the policy that the driver writes. In trust policies it calls a provider by
 * its name and claims {@code oidc:sub} (observed with 4.48), and so cannot take those for AWS.
 */
@RealServer(SeaweedFsServer.class)
@TestInstance(Lifecycle.PER_CLASS)
@LongForm(
    gate = {"RoleSessionsTest", "IamRolesTest"},
    reason = "a further server of what these show, with a configuration of its own")
class SeaweedFsRolesTest implements RoleSessionsContract {
  private static final String GRANTED = "granted";
  private static final String OTHER = "other";

  private final TokenIssuer cluster = new TokenIssuer();
  private PrivateServer<SeaweedFsServer> server;
  private S3Backend backend;

  @TempDir private Path directory;

  @BeforeAll
  void start(@TempDir Path credentials) {
    server = PrivateServer.seaweedFs(configuration());
    backend =
        S3Backend.open(
            new S3Config(
                "seaweedfs",
                S3Flavor.SEAWEEDFS,
                connection(),
                Optional.empty(),
                Optional.empty(),
                new DriverCredentials.Files(server.server().credentials(credentials)),
                Optional.of(new S3Role(ROLE, Optional.empty(), S3Role.SHORTEST))),
            () -> Keyring.parse(Keyring.generate()));
  }

  @AfterAll
  void stop() {
    backend.close();
    server.close();
    cluster.close();
  }

  private String configuration() {
    AccessModes modes = new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
    Principal principal =
        new Principal(
            "ba-1", List.of(new BucketGrant(GRANTED, "", modes, Set.of())), Optional.empty());
    return """
    {"sts":{"tokenDuration":"1h","maxSessionLength":"12h","issuer":"seaweedfs",
      "signingKey":"RkFLRUZBS0VGQUtFRkFLRUZBS0VGQUtFRkFLRUZBS0U="},
     "providers":[{"name":"cluster","type":"oidc","enabled":true,
      "config":{"issuer":"%1$s","clientId":"%2$s","jwksUri":"%3$s"}}],
     "policy":{"defaultEffect":"Deny","storeType":"memory"},
     "roles":[
      {"roleName":"volumes","roleArn":"arn:aws:iam::role/volumes","attachedPolicies":["all"],
       "trustPolicy":{"Version":"2012-10-17","Statement":[{"Effect":"Allow",
        "Principal":{"AWS":"*"},"Action":["sts:AssumeRole"]}]}},
      {"roleName":"windlass-ba-1","roleArn":"arn:aws:iam::role/windlass-ba-1",
       "attachedPolicies":["granted"],
       "trustPolicy":{"Version":"2012-10-17","Statement":[{"Effect":"Allow",
        "Principal":{"Federated":"cluster"},"Action":"sts:AssumeRoleWithWebIdentity",
        "Condition":{"StringEquals":{"oidc:aud":"%2$s",
         "oidc:sub":"system:serviceaccount:team:app"}}}]}}],
     "policies":[{"name":"granted","document":%4$s},
      {"name":"all","document":{"Version":"2012-10-17","Statement":[
       {"Effect":"Allow","Action":["s3:*"],"Resource":["*"]}]}}]}
    """
        .formatted(
            cluster.name(),
            TokenIssuer.AUDIENCE,
            cluster.keysUrl(),
            S3Policy.of(principal, IamDialect.seaweedfs()));
  }

  private S3Connection connection() {
    return S3Connection.to(server.server().endpoint()).withTimeouts(Patience.LONG, Patience.LONG);
  }

  @Override
  public Backend backend() {
    return backend;
  }

  @Override
  public S3Backend as(Credential.Key key) {
    return S3Backend.forData("node", connection(), () -> S3Key.of(key));
  }

  @Test
  void aServiceAccountGetsInByItsTokenWithThePolicyOfAKey() throws IOException {
    backend.buckets().create(GRANTED, BucketSettings.DEFAULT);
    backend.buckets().create(OTHER, BucketSettings.DEFAULT);
    try (TestBucket granted = new TestBucket(backend, GRANTED);
        TestBucket other = new TestBucket(backend, OTHER);
        S3Backend pod = pod("system:serviceaccount:team:app")) {
      pod.objects(granted.name()).put("file", CONTENT, PutOptions.DEFAULT);
      assertThat(pod.objects(GRANTED).list(ListOptions.prefix(""), Optional.empty()).items())
          .hasSize(1);
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(
              () -> pod.objects(other.name()).list(ListOptions.prefix(""), Optional.empty()));
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(() -> pod("system:serviceaccount:other:app").close())
          .withMessageContaining("AccessDenied");
    }
  }

  /** Exchanges the token as a pod does. */
  private S3Backend pod(String subject) throws IOException {
    Path token = directory.resolve("token");
    Files.writeString(token, cluster.token(subject, Duration.ofHours(1)));
    try (RoleCredentials credentials =
        RoleCredentials.ofToken(
            connection(),
            Optional.of(server.server().endpoint()),
            "arn:aws:iam::role/windlass-ba-1",
            "pod",
            token,
            RoleCredentials.RENEWED)) {
      AwsSessionCredentials session = (AwsSessionCredentials) credentials.resolveCredentials();
      S3Key key =
          new S3Key(
              session.accessKeyId(),
              Secret.of(session.secretAccessKey()),
              Optional.of(Secret.of(session.sessionToken())));
      return S3Backend.forData("pod", connection(), () -> key);
    }
  }
}
