package io.windlass.provision.iam;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.Principal;
import io.windlass.access.ServiceAccount;
import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import io.windlass.store.ListOptions;
import io.windlass.store.s3.S3Backend;
import io.windlass.store.s3.access.IamDialect;
import io.windlass.store.s3.access.RoleSessions;
import io.windlass.store.s3.client.RoleCredentials;
import io.windlass.store.s3.client.S3Clients;
import io.windlass.store.s3.client.S3Connection;
import io.windlass.store.s3.client.S3Errors;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Role;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;

/**
 * Access of service accounts by roles, on the FAKE of IAM: no server that can be started here makes
 * roles. The workload exchanges its token by the SDK, as in a pod.
 */
class IamRolesTest {
  private static final Duration HOUR = Duration.ofHours(1);
  private static final Duration LATE = Duration.ofSeconds(20);
  private static final String ROLE = "arn:aws:iam::111122223333:role/windlass/windlass-ba-1";
  private static final String APP = "system:serviceaccount:team:app";
  private static final AccessModes READ_WRITE =
      new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);

  private final Path directory;
  private final FakeIamBackend backend;
  private final FakeIam fake;
  private final AccessAdmin access;

  IamRolesTest(@TempDir Path directory) {
    this.directory = directory;
    this.backend = FakeIamBackend.open(directory.resolve("store"));
    this.fake = backend.iam();
    this.access = backend.access();
  }

  @AfterEach
  void close() {
    backend.close();
  }

  private static Principal principal(String name) {
    return principal(1, new ServiceAccount("team", name, Optional.empty()));
  }

  private static Principal principal(int buckets, ServiceAccount who) {
    return new Principal(
        "ba-1",
        IntStream.range(0, buckets)
            .mapToObj(i -> new BucketGrant("bucket-" + i, "", READ_WRITE, Set.of()))
            .toList(),
        Optional.empty(),
        Optional.of(who),
        Optional.empty());
  }

  private IssuedKey grant(Principal principal) {
    var generation = access.generation(1);
    Issued issued = access.grant(principal, generation, List.of());
    assertThat(access.derive(principal, generation)).isEqualTo(issued.credential());
    return IssuedKey.of(generation, issued);
  }

  /** Begins a session as a pod with such a token does. */
  private S3Backend pod(String role, String token) throws IOException {
    Path file = Files.writeString(directory.resolve("token"), token);
    S3Connection connection =
        S3Connection.to(fake.endpoint()).withTimeouts(Patience.LONG, Patience.LONG);
    try (RoleCredentials credentials =
        RoleCredentials.ofToken(
            connection, Optional.of(fake.endpoint()), role, "pod", file, RoleCredentials.RENEWED)) {
      AwsSessionCredentials session = (AwsSessionCredentials) credentials.resolveCredentials();
      S3Key key =
          new S3Key(
              session.accessKeyId(),
              Secret.of(session.secretAccessKey()),
              Optional.of(Secret.of(session.sessionToken())));
      return S3Backend.forData("pod", connection, () -> key);
    }
  }

  private String token(String subject) {
    return backend.cluster().token(subject, "sts.amazonaws.com", HOUR);
  }

  private static boolean lists(S3Backend pod, String bucket) {
    try {
      var _ = pod.objects(bucket).list(ListOptions.prefix(""), Optional.empty());
      return true;
    } catch (DriverException.PermissionDenied | DriverException.Unauthenticated e) {
      return false;
    }
  }

  @Test
  void theServiceAccountGetsInAndNobodyElse() throws IOException {
    IssuedKey key = grant(principal("app"));

    assertThat(key.handle().orElseThrow().text()).isEqualTo(ROLE);
    assertThat(access.isLive(principal("app"), key)).isTrue();
    try (S3Backend pod = pod(ROLE, token(APP))) {
      assertThat(lists(pod, "bucket-0")).isTrue();
      assertThat(lists(pod, "bucket-1")).isFalse();
    }
    refused(token("system:serviceaccount:other:app"), "AccessDenied");
    refused(backend.cluster().token(APP, "somebody-else", HOUR), "AccessDenied");
    refused(backend.cluster().token(APP, "sts.amazonaws.com", HOUR.negated()), "ExpiredToken");
    refused(token(APP) + "x", "InvalidIdentityToken");
  }

  private void refused(String token, String code) {
    assertThatExceptionOfType(DriverException.Unauthenticated.class)
        .isThrownBy(() -> pod(ROLE, token).close())
        .withMessageContaining(code);
  }

  @Test
  void aRevokeEndsTheSessionsThatAreLeft() throws IOException {
    IssuedKey key = grant(principal("app"));
    try (S3Backend pod = pod(ROLE, token(APP))) {
      access.revoke(principal("app"), List.of(key));
      access.revoke(principal("app"), List.of(key));

      assertThat(lists(pod, "bucket-0")).isFalse();
      assertThat(fake.roles()).isEmpty();
      assertThat(access.isLive(principal("app"), key)).isFalse();

      IssuedKey _ = grant(principal("app"));
      assertThat(lists(pod, "bucket-0")).as("a role of the same name is another").isFalse();
    }
  }

  @Test
  void anAuditorFindsRolesByPathAndTag() {
    IssuedKey _ = grant(principal("app"));

    assertThat(fake.roles())
        .singleElement()
        .satisfies(role -> {
          assertThat(role.arn()).isEqualTo(ROLE);
          assertThat(role.tags()).containsEntry("windlass-account", "ba-1");
        });
  }

  /** As after a crash between the making of the role and that of its policy. */
  @Test
  void aRoleThatIsHalfThereIsCompleted() throws IOException {
    IssuedKey key = grant(principal("app"));
    String before = fake.roles().getFirst().id();
    fake.deleteRolePolicy("windlass-ba-1");
    assertThat(access.isLive(principal("app"), key)).isFalse();

    assertThat(grant(principal("app"))).isEqualTo(key);

    assertThat(fake.roles().getFirst().id()).isEqualTo(before);
    assertThat(access.isLive(principal("app"), key)).isTrue();
  }

  /** The driver's permission is for a path, and IAM knows none of a role that is not there. */
  @Test
  void aRoleThatSomebodyDeletedIsRevokedOrMadeAgain() {
    IssuedKey key = grant(principal("app"));
    fake.loseRole("windlass-ba-1");

    assertThat(access.isLive(principal("app"), key)).isFalse();
    access.revoke(principal("app"), List.of(key));

    assertThat(access.isLive(principal("app"), grant(principal("app")))).isTrue();
  }

  /** Sessions of the one before would have what the other was granted. */
  @Test
  void anotherServiceAccountGetsAnotherRole() throws IOException {
    IssuedKey key = grant(principal("app"));
    try (S3Backend before = pod(ROLE, token(APP))) {
      assertThat(access.isLive(principal("other"), key)).isFalse();
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(() -> grant(principal("other")))
          .withMessageContaining("call again");

      IssuedKey _ = grant(principal("other"));

      assertThat(lists(before, "bucket-0")).isFalse();
      refused(token(APP), "AccessDenied");
    }
  }

  @Test
  void aRoleOfSomebodyElseIsLeftAlone() {
    fake.makeRole("windlass-ba-1", "/");
    fake.makeRole("team.app", "/windlass/");
    Principal named = principal(1, new ServiceAccount("team", "app", Optional.of("team.app")));

    for (Principal each : List.of(principal("app"), named)) {
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> grant(each))
          .withMessageContaining("did not make");
      access.revoke(each, List.of(IssuedKey.unknown(access.generation(1))));
    }

    assertThat(fake.roles()).hasSize(2).allSatisfy(role -> assertThat(role.policy()).isEmpty());
  }

  /** So that the annotation of the service account can be written beforehand. */
  @Test
  void theClassCanNameTheRole() throws IOException {
    Principal named = principal(1, new ServiceAccount("team", "app", Optional.of("team.app")));
    IssuedKey key = grant(named);

    String role = "arn:aws:iam::111122223333:role/windlass/team.app";
    assertThat(key.handle().orElseThrow().text()).isEqualTo(role);
    try (S3Backend pod = pod(role, token(APP))) {
      assertThat(lists(pod, "bucket-0")).isTrue();
    }
    access.revoke(named, List.of(key));
    assertThat(fake.roles()).isEmpty();
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(
            () -> access.check(principal(1, new ServiceAccount("team", "app", Optional.of(role)))))
        .withMessageContaining("serviceAccountIdentity must be the name");
  }

  /** Whoever came first would have it. */
  @Test
  void aRoleIsNotNamedForAnotherNamespace() {
    for (String name : List.of("app", "other.app", "team-app", "team")) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(
              () -> grant(principal(1, new ServiceAccount("team", "app", Optional.of(name)))))
          .withMessageContaining("like team.app");
    }
    assertThat(fake.roles()).isEmpty();
  }

  /** "How to use an external ID when granting access to your AWS resources to a third party". */
  @Test
  void aRoleThatDemandsAnExternalIdIsAssumedWithIt() {
    fake.makeRole(
        "other",
        "/",
        """
        {"Statement":[{"Effect":"Allow","Action":"sts:AssumeRole",\
        "Condition":{"StringEquals":{"sts:ExternalId":"team-7"}}}]}\
        """);
    assertThat(assumed(Optional.of("team-7")).accessKeyId()).startsWith("ASIA");
    for (Optional<String> wrong : List.of(Optional.<String>empty(), Optional.of("team-8"))) {
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(() -> assumed(wrong));
    }
  }

  private AwsCredentials assumed(Optional<String> externalId) {
    try (RoleCredentials credentials =
        RoleCredentials.assumed(
            S3Connection.to(fake.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
            Optional.of(fake.endpoint()),
            "arn:aws:iam::111122223333:role/other",
            externalId,
            StaticCredentialsProvider.create(AwsBasicCredentials.create("driver", "secret")))) {
      return credentials.resolveCredentials();
    }
  }

  /** Its policy may be for something that an administrator wants. */
  @Test
  void aRoleThatSomebodyAddedToIsNotForced() throws IOException {
    IssuedKey key = grant(principal("app"));
    try (S3Backend pod = pod(ROLE, token(APP))) {
      fake.attachRolePolicy("windlass-ba-1");

      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> access.revoke(principal("app"), List.of(key)))
          .withMessageContaining("DeleteConflict");

      assertThat(lists(pod, "bucket-0")).isFalse();
    }
  }

  /** The check and the server agree on what is too large. */
  @Test
  void aPolicyThatIsTooLargeIsRefusedBeforeAnythingIsMade() {
    ServiceAccount who = new ServiceAccount("team", "app", Optional.empty());
    int most = 10;
    while (isOffered(principal(most + 1, who))) {
      most++;
    }
    IssuedKey _ = grant(principal(most, who));
    Principal large = principal(most + 1, who);

    assertThat(most).isBetween(100, 400);
    assertThatExceptionOfType(DriverException.OutOfRange.class)
        .isThrownBy(() -> grant(large))
        .withMessageContaining("IAM takes 10240 of a role");
  }

  private boolean isOffered(Principal principal) {
    try {
      access.check(principal);
      return true;
    } catch (DriverException.OutOfRange e) {
      return false;
    }
  }

  @Test
  void whatIsNotThereYetIsAwaited() throws IOException {
    fake.effectsTake(LATE);
    IssuedKey _ = grant(principal("app"));
    refused(token(APP), "AccessDenied");

    fake.pass(LATE);

    try (S3Backend pod = pod(ROLE, token(APP))) {
      assertThat(lists(pod, "bucket-0")).isTrue();
    }
  }

  /** What AWS refuses at each attach of a volume is a setting of the driver. */
  @Test
  void aSessionOfANodeThatIsTooLongNamesTheSetting() {
    fake.makeRole("volumes", "/");
    AwsCredentials own = AwsBasicCredentials.create("AKIA", "secret");
    AwsCredentials ofRole = AwsSessionCredentials.create("ASIA", "secret", "token");

    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> session(own, HOUR.multipliedBy(2)))
        .withMessageContainingAll("MaxSessionDuration", "SESSION_LIFE");
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> session(ofRole, HOUR.multipliedBy(2)))
        .withMessageContainingAll("1 hour session limit", "SESSION_LIFE");
    assertThat(session(ofRole, HOUR).expires()).isPresent();
  }

  /** Begins a session for a node, as a driver that has such a key. */
  private Credential.Key session(AwsCredentials driver, Duration life) {
    S3Role role =
        new S3Role("arn:aws:iam::111122223333:role/volumes", Optional.of(fake.endpoint()), life);
    try (S3Clients clients =
        S3Clients.open(
            S3Connection.to(fake.endpoint()).withTimeouts(Patience.LONG, Patience.LONG),
            StaticCredentialsProvider.create(driver))) {
      return RoleSessions.open(clients, role, IamDialect.aws("aws"), S3Errors.of("aws"))
          .issue(principal("app").buckets().getFirst(), "csi-node");
    }
  }

  /** "Troubleshoot IAM" of what is not visible yet; "Common errors" of the rest. */
  @ParameterizedTest
  @CsvSource({
    "PutRolePolicy, 404, NoSuchEntity",
    "CreateRole, 409, ConcurrentModification",
    "GetRole, 404, NoSuchEntity"
  })
  void whatPassesIsAskedForAgain(String action, int status, String code) {
    if (action.equals("GetRole")) {
      IssuedKey _ = grant(principal("app"));
    }
    fake.refuseOnce(action, status, code);

    assertThatExceptionOfType(DriverException.Unavailable.class)
        .isThrownBy(() -> grant(principal("app")));

    assertThat(access.isLive(principal("app"), grant(principal("app")))).isTrue();
  }
}
