package io.windlass.store.gcs.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.api.services.storage.model.Policy;
import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.access.ServiceAccount;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.gcs.FakeGcs;
import io.windlass.operation.Deadline;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.contract.access.Workload;
import io.windlass.store.contract.access.Workload.Outcome;
import io.windlass.store.gcs.GcsBackend;
import io.windlass.store.gcs.GcsBackends;
import io.windlass.store.gcs.bucket.BucketLooks;
import io.windlass.store.gcs.client.GcsAccessKey;
import io.windlass.store.gcs.client.GcsConnection;
import io.windlass.store.gcs.client.GcsErrors;
import io.windlass.store.gcs.client.GcsManagement;
import io.windlass.store.gcs.client.GcsService;
import io.windlass.testing.Patience;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@DisplayName("Access on Google, on a FAKE with clocks that are late")
class GcsAccessTest {
  private static final KeyGeneration KEY = new KeyGeneration(1, "");
  private static final AccessModes READ_WRITE =
      new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);

  private final FakeGcs fake = new FakeGcs("project");
  @TempDir Path directory;
  private GcsBackend backend;
  private AccessAdmin access;
  private BucketLooks looks;

  @BeforeEach
  void open() {
    backend = GcsBackends.open(fake, directory);
    access = backend.access();
    looks = new BucketLooks(fake);
    backend.buckets().create("bucket", BucketSettings.DEFAULT);
    fake.settings().policiesTake(Duration.ofMinutes(5));
    fake.settings().keyStatesTake(Duration.ofMinutes(3));
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  private static Principal principal(String account, AccessModes modes) {
    return new Principal(
        account, List.of(new BucketGrant("bucket", "", modes, Set.of())), Optional.empty());
  }

  /** Without those that every bucket has for the people of its project. */
  private List<Policy.Bindings> bindings() throws IOException {
    List<Policy.Bindings> found =
        looks
            .storage()
            .buckets()
            .getIamPolicy("bucket")
            .setOptionsRequestedPolicyVersion(3)
            .execute()
            .getBindings();
    return Optional.ofNullable(found).orElse(List.of()).stream()
        .filter(each -> each.getMembers().stream().noneMatch(who -> who.startsWith("project")))
        .toList();
  }

  private Outcome list(Credential credential) {
    try (Workload workload = Workload.open(credential, backend.locate("bucket"))) {
      return workload.list("");
    }
  }

  @Test
  void aGrantIsEffectiveWhenTheKeyWorksAndARevokeWhenItIsRefused() throws IOException {
    Principal principal = principal("ba-1", READ_WRITE);
    Issued issued = access.grant(principal, KEY, List.of());
    Credential credential = issued.credential();
    List<IssuedKey> keys = List.of(IssuedKey.of(KEY, issued));

    assertThat(access.isLive(principal, keys.getFirst())).isTrue();
    assertThat(access.isEffective(principal, credential)).isFalse();
    assertThat(list(credential)).isNotEqualTo(Outcome.ALLOWED);
    fake.pass(Duration.ofMinutes(6));
    assertThat(access.isEffective(principal, credential)).isTrue();
    assertThat(list(credential)).isEqualTo(Outcome.ALLOWED);

    for (int call = 0; call < 2; call++) {
      assertThatExceptionOfType(DriverException.Aborted.class)
          .isThrownBy(() -> access.revoke(principal, keys, List.of(credential)))
          .withMessageContaining("still accepts its key, for ");
      assertThat(list(credential)).isEqualTo(Outcome.ALLOWED);
      assertThat(bindings()).isEmpty();
    }
    fake.pass(Duration.ofMinutes(4));
    access.revoke(principal, keys, List.of(credential));
    assertThat(list(credential)).isNotEqualTo(Outcome.ALLOWED);
    access.revoke(principal, keys, List.of(credential));
    assertThat(bindings()).isEmpty();
  }

  /** One of two replicas is late, and requests reach them in turn. */
  @Test
  void aGrantAndARevokeAreBelievedAfterSeveralTrials() {
    Principal principal = principal("ba-1", READ_WRITE);
    fake.settings().replicasDiffer(6);
    Issued issued = access.grant(principal, KEY, List.of());
    Credential credential = issued.credential();
    fake.pass(Duration.ofMinutes(6));
    int trials = 1;
    for (; !access.isEffective(principal, credential); trials++) {}
    assertThat(trials).as("a late one refused it").isBetween(2, 6);
    for (int use = 0; use < 10; use++) {
      assertThat(list(credential)).isEqualTo(Outcome.ALLOWED);
    }

    List<IssuedKey> keys = List.of(IssuedKey.of(KEY, issued));
    Runnable revoke = () -> access.revoke(principal, keys, List.of(credential));
    assertThatExceptionOfType(DriverException.Aborted.class).isThrownBy(revoke::run);
    fake.pass(Duration.ofMinutes(6));
    for (trials = 1; isAborted(revoke); trials++) {}
    assertThat(trials).isLessThanOrEqualTo(6);
    for (int use = 0; use < 10; use++) {
      assertThat(list(credential)).isNotEqualTo(Outcome.ALLOWED);
    }
  }

  /** On a fake in which requests let the time pass: its settings are those of the service. */
  @Test
  void whatIsEffectiveStaysSoWhenThePolicyIsChangedAgain(@TempDir Path own) {
    try (FakeGcs usual = new FakeGcs("project");
        GcsBackend backend = GcsBackends.open(usual, own)) {
      backend.buckets().create("bucket", BucketSettings.DEFAULT);
      Principal one = principal("ba-1", READ_WRITE);
      Issued issued = backend.access().grant(one, KEY, List.of());
      Credential credential = issued.credential();
      while (!backend.access().isEffective(one, credential)) {}
      Issued _ = backend.access().grant(principal("ba-2", READ_WRITE), KEY, List.of());
      assertThat(backend.access().isEffective(one, credential)).isTrue();
      List<IssuedKey> keys = List.of(IssuedKey.of(KEY, issued));
      assertThatExceptionOfType(DriverException.Aborted.class)
          .isThrownBy(() -> backend.access().revoke(one, keys, List.of(credential)));
    }
  }

  private static boolean isAborted(Runnable call) {
    try {
      call.run();
      return false;
    } catch (DriverException.Aborted e) {
      return true;
    }
  }

  /** How long that has to last. */
  @Test
  void keysAreTriedForAsLongAsIsSet(@TempDir Path own) {
    GcsConnection connection = GcsBackends.connection(fake);
    GcsManagement usual = connection.management();
    Duration over = Duration.ofSeconds(7);
    GcsConnection patient =
        connection.withManagement(
            new GcsManagement(
                usual.iam(), usual.sts(), usual.pool(), usual.policiesEffectiveAfter(), over));
    String email = fake.serviceAccount("patient");
    try (GcsBackend backend = GcsBackends.open(fake, own, email, patient)) {
      assertThat(backend.timing().grantSettlesOver()).isEqualTo(over);
      assertThat(backend.timing().revokeEffectiveAfter()).isEqualTo(over);
    }
  }

  @Test
  void aWriteOnlyKeyIsTriedWithoutWriting() {
    Principal principal =
        principal("ba-1", new AccessModes(AccessMode.WRITE_ONLY, AccessMode.ANY, AccessMode.ANY));
    Credential credential = access.grant(principal, KEY, List.of()).credential();
    assertThat(access.isEffective(principal, credential)).isFalse();
    fake.pass(Duration.ofMinutes(6));
    assertThat(access.isEffective(principal, credential)).isTrue();
    assertThat(backend.buckets().exists("bucket")).isTrue();
    backend.buckets().delete("bucket"); // which is refused where there is an object
  }

  @Test
  void accessAgainAfterTheServiceAccountWasDeletedCleansWhatIsLeftOfIt() throws IOException {
    Principal principal = principal("ba-1", READ_WRITE);
    Issued issued = access.grant(principal, KEY, List.of());
    String email = GcsAccessKey.of(issued.credential()).serviceAccount();
    new GcsIam(service(), GcsErrors.of("gcs")).deleteServiceAccount(email);
    assertThat(bindings().toString()).contains("deleted:serviceAccount:" + email);
    assertThat(access.isLive(principal, IssuedKey.of(KEY, issued))).isFalse();

    Credential again = access.grant(principal, KEY, List.of()).credential();
    fake.pass(Duration.ofMinutes(6));

    assertThat(bindings().toString()).doesNotContain("deleted:");
    assertThat(access.isEffective(principal, again)).isTrue();
  }

  /** The role is as new as the account, and is not known to the policy either. */
  @Test
  void aServiceAccountThatIsNotKnownYetIsWaitedFor() {
    Principal principal = principal("ba-1", READ_WRITE);
    fake.settings().newNamesAreUnknown(8);
    Issued issued = access.grant(principal, KEY, List.of());
    IssuedKey key = IssuedKey.of(KEY, issued);
    for (int look = 0; look < 10; look++) {
      assertThat(access.isLive(principal, key)).as("look %d", look).isTrue();
      assertThat(access.disabled(principal, key)).as("look %d", look).isEmpty();
    }
  }

  /** An error that passes undoes no grant. All parts of a grant wait as long as one would. */
  @Test
  void whatIsNotKnownInTimeIsToBeAskedForAgain() {
    AtomicLong clock = new AtomicLong();
    AtomicInteger calls = new AtomicInteger();
    GcsSeenLate late = new GcsSeenLate(service(), GcsErrors.of("gcs"));
    Deadline.counting(
        clock::get,
        () -> {
          Deadline patience = late.patience();
          for (int part = 0; part < 3; part++) {
            assertThatExceptionOfType(DriverException.Unavailable.class)
                .isThrownBy(() ->
                    late.call(
                        "grant access to",
                        "bucket",
                        patience,
                        GcsSeenLate::isUnknownName,
                        () -> {
                          int _ = calls.incrementAndGet();
                          long _ = clock.addAndGet(Patience.LONG.dividedBy(4).toNanos());
                          throw new DriverException.InvalidArgument("x does not exist.");
                        }))
                .withMessage(
                    "gcs: grant access to bucket: a service account or role is made, and Google does"
                        + " not know it yet: call again (x does not exist.)");
            assertThat(calls).hasValue(4 + part);
          }
        });
  }

  @Test
  void aKeyThatSomebodyDeactivatedIsNotJustMissing() {
    Principal principal = principal("ba-1", READ_WRITE);
    Issued issued = access.grant(principal, KEY, List.of());
    IssuedKey key = IssuedKey.of(KEY, issued);
    assertThat(access.disabled(principal, key)).isEmpty();
    String id = issued.handle().text();
    new GcsHmacKeys(service(), GcsErrors.of("gcs")).deactivate(id);
    assertThat(access.isLive(principal, key)).isFalse();
    assertThat(access.disabled(principal, key).orElseThrow())
        .contains("gcloud storage hmac update %s --activate".formatted(id));
  }

  /** Two versions of the driver, in two clusters of one project, have one role. */
  @Test
  void theRoleKeepsWhatAnotherVersionNeeds() {
    String name = "projects/project/roles/" + GcsRole.READ_WRITE.id();
    fake.addRole(name, Set.of("storage.objects.get", "storage.objects.restore"));
    Issued _ = access.grant(principal("ba-1", READ_WRITE), KEY, List.of());
    assertThat(fake.permissionsOf(name))
        .contains("storage.objects.restore")
        .containsAll(GcsRole.READ_WRITE.permissions());
  }

  private GcsService service() {
    return new GcsService(
        GcsBackends.connection(fake),
        Optional.of(new SecretDirectory(directory)),
        GcsBackends.AT_ONCE);
  }

  @Test
  void theQuotasAreNamed() {
    Issued first = access.grant(principal("ba-1", READ_WRITE), KEY, List.of());
    fake.settings().hmacKeysAtMost(1);
    assertThatExceptionOfType(DriverException.QuotaExceeded.class)
        .isThrownBy(() ->
            access.grant(
                principal("ba-1", READ_WRITE),
                new KeyGeneration(2, ""),
                List.of(IssuedKey.of(KEY, first))))
        .withMessageContaining("HMAC keys");
    fake.settings().serviceAccountsAtMost(1);
    assertThatExceptionOfType(DriverException.QuotaExceeded.class)
        .isThrownBy(() -> access.grant(principal("ba-2", READ_WRITE), KEY, List.of()))
        .withMessageContaining("Service Account Count");
  }

  /** Two accesses of one service account end separately. */
  @Test
  void aServiceAccountIsBoundWithoutAKey() throws IOException {
    Principal one = ofServiceAccount("ba-1");
    Principal two = ofServiceAccount("ba-2");
    Issued issued = access.grant(one, KEY, List.of());
    Issued other = access.grant(two, KEY, List.of());

    String member =
        "principal://iam.googleapis.com/"
            + GcsBackends.POOL
            + "/subject/system:serviceaccount:shop:orders";
    assertThat(bindings()).allSatisfy(each -> assertThat(each.getMembers()).containsOnly(member));
    assertThat(bindings()).hasSize(2);
    assertThat(access.isLive(one, IssuedKey.of(KEY, issued))).isTrue();

    access.revoke(one, List.of(IssuedKey.of(KEY, issued)));
    assertThat(access.isLive(one, IssuedKey.of(KEY, issued))).isFalse();
    assertThat(access.isLive(two, IssuedKey.of(KEY, other))).isTrue();
    access.revoke(two, List.of());
    assertThat(bindings()).isEmpty();
  }

  private static Principal ofServiceAccount(String account) {
    return new Principal(
        account,
        List.of(new BucketGrant("bucket", "", READ_WRITE, Set.of())),
        Optional.empty(),
        Optional.of(new ServiceAccount("shop", "orders", Optional.empty())),
        Optional.empty());
  }
}
