package io.windlass.store.azure.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

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
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.azure.FakeIdentity;
import io.windlass.fake.azure.FakeIssuer;
import io.windlass.object.Content;
import io.windlass.secret.Secret;
import io.windlass.store.ObjectStore;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.FakeIdentities;
import io.windlass.store.azure.client.AzureIdentity;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.AzureProtocol;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Access of service accounts, on the FAKE, in an account that accepts no keys. */
class AzureServiceAccountsTest {
  private static final KeyGeneration KEY = new KeyGeneration(1, "");
  private static final AccessMode ANY = AccessMode.ANY;
  private static final AccessMode READ = AccessMode.READ_ONLY;
  private static final AccessMode WRITE = AccessMode.WRITE_ONLY;
  private static final AccessMode BOTH = AccessMode.READ_WRITE;

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account = fake.add("keyless", AccountSettings.FLAT.withoutSharedKey());
  private final FakeIdentity app = fake.managedIdentity("app", "team");
  private final FakeIssuer cluster = new FakeIssuer(FakeIdentities.ISSUER);
  private AzureBackend backend;
  private AccessAdmin access;

  @BeforeEach
  void open(@TempDir Path directory) throws IOException {
    fake.trust(cluster);
    backend = FakeIdentities.open(fake, account, directory);
    access = backend.access();
    for (String name : List.of("photos", "videos")) {
      backend.buckets().create(name, BucketSettings.DEFAULT);
      write(backend.objects(name), "there");
    }
  }

  @AfterEach
  void close() {
    backend.close();
    fake.close();
  }

  private static void write(ObjectStore store, String key) {
    store.put(key, Content.of(new byte[1]), PutOptions.DEFAULT);
  }

  private static BucketGrant on(String bucket, AccessMode... modes) {
    return new BucketGrant(bucket, "", new AccessModes(modes[0], modes[1], modes[2]), Set.of());
  }

  private Principal principal(String name, BucketGrant... grants) {
    return principal(name, "app", grants);
  }

  private Principal principal(String name, String serviceAccount, BucketGrant... grants) {
    return new Principal(
        name,
        List.of(grants),
        Optional.empty(),
        Optional.of(new ServiceAccount("team", serviceAccount, Optional.of(app.resourceId()))),
        Optional.empty());
  }

  private IssuedKey grant(Principal principal) {
    Issued issued = access.grant(principal, KEY, List.of());
    assertThat(issued.credential()).isEqualTo(new Credential.OwnIdentity(AzureProtocol.AZURE));
    return IssuedKey.of(KEY, issued);
  }

  /** A pod of a service account, with nothing but the cluster's token and the identity's id. */
  private ObjectStore pod(String subject, String bucket) {
    String token = cluster.token(subject, FakeIssuer.AUDIENCE, Instant.now().plusSeconds(600));
    AzureIdentity identity =
        new AzureIdentity(
            "fake", app.clientId(), new AzureIdentity.Proof.Assertion(Secret.of(token)));
    return AzureBackend.forData(
            "pod", FakeIdentities.connection(fake, account), () -> new AzureKey.Identity(identity))
        .objects(bucket);
  }

  private ObjectStore pod(String bucket) {
    return pod("system:serviceaccount:team:app", bucket);
  }

  private static void denied(ThrowingCallable call) {
    assertThatExceptionOfType(DriverException.PermissionDenied.class).isThrownBy(call);
  }

  private static void stranger(ThrowingCallable call) {
    assertThatExceptionOfType(DriverException.Unauthenticated.class)
        .isThrownBy(call)
        .withMessageContaining("AADSTS700213");
  }

  @Test
  void aServiceAccountHasItsRolesOnItsContainersAndNothingElse() {
    Principal reader =
        principal("ba-1", on("photos", READ, READ, READ), on("videos", BOTH, ANY, ANY));

    IssuedKey key = grant(reader);

    assertThat(grant(reader)).isEqualTo(key);
    assertThat(access.isLive(reader, key)).isTrue();
    assertThat(pod("photos").head("there").size()).isEqualTo(1);
    denied(() -> write(pod("photos"), "new"));
    assertThatCode(() -> write(pod("videos"), "new")).doesNotThrowAnyException();
    stranger(() -> pod("system:serviceaccount:other:app", "photos").head("there"));
    stranger(() -> pod("system:serviceaccount:team:other", "photos").head("there"));
    ObjectStore before = pod("photos");
    assertThat(before.head("there").size()).isEqualTo(1);

    access.revoke(reader, List.of(key));
    access.revoke(reader, List.of(key));

    denied(() -> before.head("there"));
    stranger(() -> pod("videos").head("there"));
    assertThat(access.isLive(reader, key)).isFalse();
  }

  @Test
  void accessOfOneServiceAccountEndsOneByOne() {
    Principal one = principal("ba-1", on("photos", READ, ANY, ANY));
    Principal two = principal("ba-2", on("videos", READ, ANY, ANY));
    IssuedKey keyOfOne = grant(one);
    IssuedKey keyOfTwo = grant(two);
    ObjectStore before = pod("photos");
    assertThat(before.head("there").size()).isEqualTo(1);

    access.revoke(one, List.of(keyOfOne));

    denied(() -> before.head("there"));
    assertThat(pod("videos").head("there").size()).isEqualTo(1);
    assertThat(access.isLive(two, keyOfTwo)).isTrue();
    access.revoke(two, List.of(keyOfTwo));
    stranger(() -> pod("videos").head("there"));
  }

  /** Else the one would have the other's access. */
  @Test
  void anIdentityIsOneServiceAccounts() {
    Principal one = principal("ba-1", on("photos", READ, ANY, ANY));
    Principal other = principal("ba-2", "other", on("videos", READ, ANY, ANY));
    IssuedKey key = grant(one);

    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> grant(other))
        .withMessageContaining("'system:serviceaccount:team:app' stands for this identity");
    access.revoke(other, List.of());

    assertThat(access.isLive(one, key)).isTrue();
    fake.federate(app, cluster, "somebody");
    assertThat(access.isLive(one, key)).isFalse();
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> grant(one))
        .withMessageContaining("'somebody' stands for this identity (federated credential given)");
  }

  /** It may have roles that the driver knows nothing of. */
  @Test
  void anIdentityIsForTheNamespaceThatItsOwnerNames() {
    for (FakeIdentity each :
        List.of(fake.managedIdentity("untagged"), fake.managedIdentity("others", "other"))) {
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> grant(ofIdentity(each)))
          .withMessageContaining("windlass-namespace=team");
    }
    FakeIdentity given = fake.managedIdentity("given");
    fake.federate(given, cluster, "system:serviceaccount:team:app");
    assertThat(access.isLive(ofIdentity(given), grant(ofIdentity(given)))).isTrue();
  }

  private static Principal ofIdentity(FakeIdentity identity) {
    return new Principal(
        "ba-1",
        List.of(on("photos", READ, ANY, ANY)),
        Optional.empty(),
        Optional.of(new ServiceAccount("team", "app", Optional.of(identity.resourceId()))),
        Optional.empty());
  }

  @Test
  void anAssignmentThatAnotherAccessHasIsNotShared() {
    IssuedKey _ = grant(principal("ba-1", on("photos", READ, ANY, ANY)));

    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> grant(principal("ba-2", on("photos", READ, ANY, ANY))))
        .withMessageContaining("has this role there by another access");
  }

  @Test
  void whenTheSubscriptionIsFullTheQuotaIsNamed() {
    IssuedKey _ = grant(principal("ba-1", on("photos", READ, ANY, ANY)));
    fake.assignAtMost(1);

    assertThatExceptionOfType(DriverException.QuotaExceeded.class)
        .isThrownBy(() -> grant(principal("ba-2", on("videos", READ, ANY, ANY))))
        .withMessageContaining("all the role assignments that Azure allows (4000)");
  }

  @Test
  void whatNoRoleSaysIsRefusedByName() {
    Stream.of(
            on("photos", WRITE, ANY, ANY),
            on("photos", ANY, READ, ANY),
            on("photos", READ, BOTH, ANY),
            on("photos", BOTH, READ, ANY),
            on("photos", READ, ANY, BOTH),
            on("photos", BOTH, ANY, READ),
            new BucketGrant("photos", "a/", new AccessModes(READ, ANY, ANY), Set.of()))
        .forEach(grant ->
            assertThatExceptionOfType(DriverException.InvalidArgument.class)
                .isThrownBy(() -> access.check(principal("ba-1", grant)))
                .withMessageMatching(
                    "(object data|object metadata|bucket metadata) mode .*" + "|prefix .*"));
    Principal nowhere =
        new Principal(
            "ba-1",
            List.of(on("photos", READ, ANY, ANY)),
            Optional.empty(),
            Optional.of(new ServiceAccount("team", "app", Optional.of("app"))),
            Optional.empty());
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> access.check(nowhere))
        .withMessageContaining("serviceAccountIdentity must be the resource id");
  }

  /** The driver may die between any two requests. */
  @Test
  void whatWasBegunIsFinishedOrUndone() {
    Principal principal =
        principal("ba-1", on("photos", READ, ANY, ANY), on("videos", READ, ANY, ANY));
    int requests = 0;
    for (boolean done = false; !done; requests++) {
      done = lasts(requests, () -> grant(principal));
      assertThat(access.isLive(principal, grant(principal))).isTrue();
      boolean revoked = lasts(requests, () -> access.revoke(principal, List.of()));
      access.revoke(principal, List.of());
      assertThat(fake.managed()).isZero();
      boolean _ = lasts(requests, () -> grant(principal));
      access.revoke(principal, List.of());
      assertThat(fake.managed()).isZero();
      done &= revoked;
    }
    assertThat(requests).isBetween(6, 20);
  }

  private boolean lasts(int requests, Runnable call) {
    fake.manageAtMost(requests);
    try {
      call.run();
      return true;
    } catch (DriverException.InvalidArgument e) {
      return false;
    } finally {
      fake.manageAtMost(Integer.MAX_VALUE);
    }
  }

  @Test
  void withoutAKeyTheTwoWaysThatAreLeftAreNamed() {
    Principal usual =
        new Principal("ba-1", List.of(on("photos", READ, ANY, ANY)), Optional.empty());

    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() -> access.check(usual))
        .withMessageContaining("ServiceAccount")
        .withMessageContaining("signing=UserDelegation");
  }

  @Test
  void aDriverWithoutTheRightIsToldSo() throws IOException {
    Principal reader = principal("ba-1", on("photos", READ, ANY, ANY));
    fake.demote();

    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> grant(reader))
        .withMessageContaining("the driver's identity has no role that permits it");
  }
}
