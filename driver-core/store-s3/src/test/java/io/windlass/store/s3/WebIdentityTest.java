package io.windlass.store.s3;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.NodeSessions;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.secret.Keyring;
import io.windlass.store.PutOptions;
import io.windlass.store.s3.client.RoleCredentials;
import io.windlass.store.s3.client.S3Flavor;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Role;
import io.windlass.testing.MinioServer;
import io.windlass.testing.PrivateServer;
import io.windlass.testing.RealServer;
import io.windlass.testing.TokenIssuer;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/** A driver that has a projected token and no key, on a MinIO that checks it. */
@RealServer(MinioServer.class)
class WebIdentityTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static TokenIssuer issuer;
  private static PrivateServer<MinioServer> minio;

  @TempDir Path directory;
  private Path file;

  @BeforeAll
  static void start() {
    issuer = new TokenIssuer();
    minio = PrivateServer.minio(issuer.minio("consoleAdmin"));
  }

  @AfterAll
  static void stop() {
    minio.close();
    issuer.close();
  }

  @BeforeEach
  void project() throws IOException {
    file = directory.resolve("token");
    Files.writeString(file, issuer.token("system:serviceaccount:windlass:driver", HOUR));
  }

  @Test
  void theDriverDoesAllItsWork() {
    Keyring ring = Keyring.parse(Keyring.generate());
    String bucket = UniqueName.of("identity");
    try (S3Backend driver = S3Backend.open(config(identity()), () -> ring)) {
      driver.ping();
      driver.buckets().create(bucket, BucketSettings.DEFAULT);
      driver.objects(bucket).put("key", Content.of("x".getBytes(UTF_8)), PutOptions.DEFAULT);
      driver.objects(bucket).delete("key", Condition.always());
      KeyGeneration generation = driver.access().generation(1);
      Principal reader = reader(bucket);
      IssuedKey key = IssuedKey.unknown(generation);
      driver.access().grant(reader, generation, List.of());
      assertThat(driver.access().isLive(reader, key)).isTrue();
      driver.access().revoke(reader, List.of(key));
      driver.buckets().delete(bucket);
    }
  }

  private static Principal reader(String bucket) {
    AccessModes modes = new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY);
    return new Principal(
        UniqueName.of("reader"),
        List.of(new BucketGrant(bucket, "", modes, Set.of())),
        Optional.empty());
  }

  @Test
  void aTokenThatIsReplacedIsUsedAtOnce() throws IOException {
    try (RoleCredentials own = credentials()) {
      assertThat(subject(own)).isEqualTo("system:serviceaccount:windlass:driver");
      Files.writeString(file, issuer.token("system:serviceaccount:windlass:renewed", HOUR));
      assertThat(subject(own)).isEqualTo("system:serviceaccount:windlass:renewed");
      assertThat(own.resolveCredentials()).as("one session").isEqualTo(own.resolveCredentials());
    }
  }

  /** This one must be renewed from its start on. */
  @Test
  void aSessionIsRenewedBeforeItEnds() {
    try (RoleCredentials own = credentials(HOUR.multipliedBy(10))) {
      String first = own.resolveCredentials().accessKeyId();
      assertThat(own.resolveCredentials().accessKeyId()).isNotEqualTo(first);
    }
  }

  @Test
  void aTokenThatIsRefusedIsSaidSoAndNotTold() throws IOException {
    String forged = issuer.token("forger", HOUR) + "x";
    Files.writeString(file, forged);
    try (S3Backend driver = S3Backend.open(config(identity()), WebIdentityTest::noKeys)) {
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(driver::ping)
          .satisfies(refused -> assertThat(stack(refused)).doesNotContain(forged));
    }
    Files.delete(file);
    try (S3Backend driver = S3Backend.open(config(identity()), WebIdentityTest::noKeys)) {
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(driver::ping)
          .withMessageContaining("token in " + file);
    }
  }

  /** The kubelet writes a new token long before the session by the old one ends. */
  @Test
  void aTokenThatIsRefusedDoesNotEndTheSessionBefore() throws IOException {
    try (RoleCredentials own = credentials()) {
      var session = own.resolveCredentials();
      Files.writeString(file, "no token");
      assertThat(own.resolveCredentials()).isEqualTo(session);
    }
  }

  @Test
  void anotherRoleIsAssumedWithTheCredentials() {
    DriverCredentials own =
        new DriverCredentials.Role(
            "arn:minio:iam:::role/any",
            Optional.empty(),
            new DriverCredentials.Files(minio.server().credentials(directory)),
            Optional.of(minio.server().endpoint()));
    try (S3Backend driver = S3Backend.open(config(own), WebIdentityTest::noKeys)) {
      driver.ping();
    }
  }

  @Test
  void aNodeGetsASessionByTheToken() throws IOException {
    String bucket = UniqueName.of("node");
    S3Role role =
        new S3Role(
            TokenIssuer.minioRole(),
            Optional.of(minio.server().endpoint()),
            S3Role.SHORTEST,
            Optional.of(file));
    Content content = Content.of(new byte[] {1});
    AccessModes modes =
        new AccessModes(AccessMode.READ_WRITE, AccessMode.READ_WRITE, AccessMode.ANY);
    BucketGrant volume = new BucketGrant(bucket, "mine/", modes, Set.of());
    try (S3Backend driver =
        S3Backend.open(config(identity(), Optional.of(role)), WebIdentityTest::noKeys)) {
      driver.buckets().create(bucket, BucketSettings.DEFAULT);
      NodeSessions sessions = driver.sessions().orElseThrow();
      S3Key key = S3Key.of(sessions.issue(volume, "csi-node"));
      try (S3Backend node =
          S3Backend.forData("node", MinioConfig.connection(minio.server()), () -> key)) {
        node.objects(bucket).put("mine/file", content, PutOptions.DEFAULT);
        assertThatExceptionOfType(DriverException.PermissionDenied.class)
            .isThrownBy(() -> node.objects(bucket).put("other/file", content, PutOptions.DEFAULT));
      }
      driver.objects(bucket).delete("mine/file", Condition.always());
      driver.buckets().delete(bucket);
      String forged = issuer.token("forger", HOUR) + "x";
      Files.writeString(file, forged);
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(() -> sessions.issue(volume, "csi-node"))
          .satisfies(refused -> assertThat(stack(refused)).doesNotContain(forged));
      Files.delete(file);
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(() -> sessions.issue(volume, "csi-node"))
          .withMessageContaining("token in " + file);
    }
  }

  private static Keyring noKeys() {
    throw new AssertionError("no keys are needed");
  }

  private DriverCredentials identity() {
    return new DriverCredentials.WebIdentity(
        TokenIssuer.minioRole(), file, "windlass", Optional.of(minio.server().endpoint()));
  }

  private RoleCredentials credentials() {
    return credentials(RoleCredentials.RENEWED);
  }

  private RoleCredentials credentials(Duration renewed) {
    return RoleCredentials.ofToken(
        MinioConfig.connection(minio.server()),
        Optional.of(minio.server().endpoint()),
        TokenIssuer.minioRole(),
        "windlass",
        file,
        renewed);
  }

  private static S3Config config(DriverCredentials credentials) {
    return config(credentials, Optional.empty());
  }

  private static S3Config config(DriverCredentials credentials, Optional<S3Role> role) {
    return new S3Config(
        "minio",
        S3Flavor.MINIO,
        MinioConfig.connection(minio.server()),
        Optional.empty(),
        Optional.empty(),
        credentials,
        role);
  }

  /** MinIO says in the token of a session whose it is. */
  private static String subject(RoleCredentials own) {
    AwsSessionCredentials session = (AwsSessionCredentials) own.resolveCredentials();
    String claims = session.sessionToken().split("\\.", -1)[1];
    String text = new String(Base64.getUrlDecoder().decode(claims), UTF_8);
    return text.replaceAll(".*\"sub\":\"([^\"]*)\".*", "$1");
  }

  private static String stack(Throwable thrown) {
    StringWriter all = new StringWriter();
    thrown.printStackTrace(new PrintWriter(all));
    return all.toString();
  }
}
