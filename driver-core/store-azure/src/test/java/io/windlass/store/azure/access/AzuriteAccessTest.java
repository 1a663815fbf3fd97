package io.windlass.store.azure.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.azure.core.util.BinaryData;
import com.azure.storage.blob.BlobContainerClient;
import com.azure.storage.blob.BlobServiceClientBuilder;
import com.azure.storage.blob.models.BlobAccessPolicy;
import com.azure.storage.blob.models.BlobSignedIdentifier;
import com.azure.storage.blob.models.PublicAccessType;
import com.azure.storage.blob.specialized.BlobLeaseClient;
import com.azure.storage.blob.specialized.BlobLeaseClientBuilder;
import com.azure.storage.common.StorageSharedKeyCredential;
import io.windlass.access.AccessAdmin;
import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.access.Credential;
import io.windlass.access.Issued;
import io.windlass.access.IssuedKey;
import io.windlass.access.KeyGeneration;
import io.windlass.access.Principal;
import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.operation.Deadline;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.AzuriteBackends;
import io.windlass.store.azure.FakeBackends;
import io.windlass.store.azure.bucket.AzurePolicies;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureEndpoint;
import io.windlass.store.azure.client.AzureErrors;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.contract.access.Workload;
import io.windlass.testing.AzuriteServer;
import io.windlass.testing.BothForms;
import io.windlass.testing.RealServer;
import io.windlass.testing.TestForm;
import io.windlass.testing.UniqueName;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssertAlternative;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.MethodSource;

/** Stored access policies, which a container has one list of for everybody. */
@RealServer(AzuriteServer.class)
@ParameterizedClass
@MethodSource("place")
@BothForms
class AzuriteAccessTest {
  /** Azurite takes more policies than five, and what is there on the FAKE is not the service's. */
  enum Where {
    AZURITE,
    FAKE
  }

  /** The driver waits for the next second on Azurite, and need not on the fake. */
  static List<Where> place() {
    return List.of(TestForm.current() == TestForm.GATE ? Where.FAKE : Where.AZURITE);
  }

  private static final AccessModes READ_WRITE =
      new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, AccessMode.ANY);
  private static final AccessModes READ_ONLY =
      new AccessModes(AccessMode.READ_ONLY, AccessMode.ANY, AccessMode.ANY);

  private final FakeAzure fake = new FakeAzure();
  private final AzuriteServer server;
  private final String name = UniqueName.of("access");
  @TempDir private Path directory;
  private AzureBackend backend;
  private AccessAdmin access;
  private BlobContainerClient plain;

  AzuriteAccessTest(Where where, AzuriteServer azurite) {
    this.server =
        switch (where) {
          case AZURITE -> azurite;
          case FAKE -> FakeBackends.as(fake.add("access", AccountSettings.FLAT));
        };
  }

  @BeforeEach
  void open() throws IOException {
    backend = AzuriteBackends.open(server, directory);
    backend.buckets().create(name, BucketSettings.DEFAULT);
    access = backend.access();
    plain =
        new BlobServiceClientBuilder()
            .endpoint(server.accountEndpoint().toString())
            .credential(
                new StorageSharedKeyCredential(server.account(), server.accountKey().reveal()))
            .buildClient()
            .getBlobContainerClient(name);
  }

  @AfterEach
  void close() {
    plain.deleteIfExists();
    backend.close();
    fake.close();
  }

  private Principal principal(AccessModes modes) {
    return new Principal(
        UniqueName.of("account"),
        List.of(new BucketGrant(name, "", modes, Set.of())),
        Optional.empty());
  }

  /** The handle of a key names the account key, too. */
  private static String policy(Issued issued) {
    return issued.handle().text().replaceFirst("@[0-9a-f]{12}$", "");
  }

  private static BlobSignedIdentifier foreign(String id) {
    return new BlobSignedIdentifier()
        .setId(id)
        .setAccessPolicy(
            new BlobAccessPolicy()
                .setStartsOn(OffsetDateTime.parse("2026-01-02T03:04:05Z"))
                .setExpiresOn(OffsetDateTime.parse("2036-01-02T03:04:05Z"))
                .setPermissions("rl"));
  }

  private List<String> policies() {
    return Optional.ofNullable(plain.getAccessPolicy().getIdentifiers()).orElse(List.of()).stream()
        .map(BlobSignedIdentifier::getId)
        .toList();
  }

  @Test
  void policiesOfOthersAndPublicAccessStay() {
    plain.setAccessPolicy(PublicAccessType.BLOB, List.of(foreign("one"), foreign("two")));
    Principal principal = principal(READ_WRITE);
    KeyGeneration key = access.generation(1);

    Issued issued = access.grant(principal, key, List.of());
    assertThat(policies()).containsExactly("one", "two", policy(issued));
    access.revoke(principal, List.of(IssuedKey.of(key, issued)));

    assertThat(plain.getAccessPolicy().getIdentifiers())
        .usingRecursiveComparison()
        .isEqualTo(List.of(foreign("one"), foreign("two")));
    assertThat(plain.getAccessPolicy().getBlobAccessType()).isEqualTo(PublicAccessType.BLOB);
  }

  /** Azurite would take it. */
  @Test
  void theSixthPolicyIsRefused() {
    plain.setAccessPolicy(null, List.of(foreign("a"), foreign("b"), foreign("c"), foreign("d")));
    Principal fifth = principal(READ_WRITE);
    KeyGeneration key = access.generation(1);
    Issued issued = access.grant(fifth, key, List.of());

    assertThatExceptionOfType(DriverException.QuotaExceeded.class)
        .isThrownBy(() -> access.grant(principal(READ_ONLY), access.generation(1), List.of()))
        .withMessageContaining(name)
        .withMessageContaining("5 stored access policies")
        .withMessageContaining("use another container");
    assertThat(policies()).containsExactly("a", "b", "c", "d", policy(issued));
    assertThat(access.grant(fifth, key, List.of())).isEqualTo(issued);

    access.revoke(fifth, List.of(IssuedKey.of(key, issued)));
    Principal next = principal(READ_ONLY);
    assertThat(access.grant(next, access.generation(1), List.of()).credential()).isNotNull();
  }

  /** Only the server knows what a token permits. */
  @Test
  void otherTermsAreForTheSameToken() {
    Principal principal = principal(READ_WRITE);
    KeyGeneration key = access.generation(1);
    Issued issued = access.grant(principal, key, List.of());
    Principal limited =
        new Principal(
            principal.account(),
            List.of(new BucketGrant(name, "", READ_ONLY, Set.of())),
            Optional.empty());

    assertThat(access.isLive(limited, IssuedKey.of(key, issued))).isFalse();
    assertThat(access.grant(limited, key, List.of())).isEqualTo(issued);

    assertThat(access.isLive(limited, IssuedKey.of(key, issued))).isTrue();
    assertThat(access.isLive(principal, IssuedKey.of(key, issued))).isFalse();
    assertThat(plain.getAccessPolicy().getIdentifiers())
        .singleElement()
        .satisfies(policy -> assertThat(policy.getAccessPolicy().getPermissions()).isEqualTo("rl"));
  }

  @Test
  void theUriHasTheContainerInIt() {
    Principal principal = principal(READ_ONLY);

    Credential.Key token = (Credential.Key) access.derive(principal, access.generation(1));

    assertThat(AzureProtocol.sasUri(token).reveal())
        .startsWith(server.accountEndpoint() + "/" + name + "?sv=2022-11-02&si=w-")
        .doesNotContain("&sp=", "&se=");
    assertThat(token.expires()).isEmpty();
  }

  @Test
  void aChangeOfSomebodyElsesInBetweenStays() {
    AzureClients clients = AzuriteBackends.clients(server);
    AzurePolicies policies = new AzurePolicies(clients, AzureErrors.of("azurite"));
    untilNextSecond();
    AtomicInteger asked = new AtomicInteger();

    policies.change(
        "test",
        name,
        now -> {
          // The first look needs no lease, and the second is what the list is set from.
          if (asked.incrementAndGet() == 2) {
            plain.setAccessPolicy(null, List.of(foreign("other")));
          }
          if (now.stream().anyMatch(policy -> policy.getId().equals("own"))) {
            return Optional.empty();
          }
          List<BlobSignedIdentifier> then = new ArrayList<>(now);
          then.add(foreign("own"));
          return Optional.of(then);
        });

    assertThat(policies()).containsExactly("other", "own");
  }

  private void untilNextSecond() {
    Instant changed = plain.getProperties().getLastModified().toInstant();
    await()
        .pollInterval(Duration.ofMillis(50))
        .until(() -> Instant.now().truncatedTo(ChronoUnit.SECONDS).isAfter(changed));
  }

  /** The list is replaced after ours was set, before it was looked at. */
  @Test
  void aChangeThatSomebodyElseUndidIsMadeAgain() {
    AzureClients clients = AzuriteBackends.clients(server);
    AzurePolicies policies = new AzurePolicies(clients, AzureErrors.of("azurite"));
    AtomicInteger undone = new AtomicInteger();

    policies.change(
        "test",
        name,
        now -> {
          if (now.stream().noneMatch(policy -> policy.getId().equals("own"))) {
            return Optional.of(List.of(foreign("own")));
          }
          if (undone.getAndIncrement() == 0) {
            plain.setAccessPolicy(null, List.of());
            return Optional.of(List.of());
          }
          return Optional.empty();
        });

    assertThat(policies()).containsExactly("own");
  }

  @Test
  void driversThatGrantAtOnceLoseNothing() throws Exception {
    AzureBackend other = AzuriteBackends.open(server, directory);
    List<Principal> principals =
        IntStream.range(0, 4).mapToObj(_ -> principal(READ_WRITE)).toList();
    List<Future<Issued>> granting = new ArrayList<>();
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < principals.size(); i++) {
        AccessAdmin driver = (i % 2 == 0 ? backend : other).access();
        Principal principal = principals.get(i);
        granting.add(
            executor.submit(() -> driver.grant(principal, driver.generation(1), List.of())));
      }
    }
    List<String> granted = new ArrayList<>();
    for (Future<Issued> each : granting) {
      granted.add(policy(each.get()));
    }

    assertThat(policies()).containsExactlyInAnyOrderElementsOf(granted);
  }

  @Test
  void whoeverMayWriteIsShutOutBeforeAContainerIsDeleted() throws IOException {
    AzureBackend slow =
        AzuriteBackends.open(
            server,
            directory,
            AzuriteBackends.connection(server).withPoliciesEffectiveAfter(Duration.ofHours(1)));
    Principal principal = principal(READ_WRITE);
    KeyGeneration key = access.generation(1);
    Issued issued = access.grant(principal, key, List.of());
    Workload workload = Workload.open(issued.credential(), backend.locate(name));

    for (int call = 0; call < 2; call++) {
      assertThatExceptionOfType(DriverException.Aborted.class)
          .isThrownBy(() -> slow.buckets().delete(name))
          .withMessageContaining("its access policies are removed")
          .withMessageContaining("call again");
      assertThat(workload.write("late")).isEqualTo(Workload.Outcome.DENIED);
    }
    assertThat(access.isLive(principal, IssuedKey.of(key, issued))).isFalse();

    backend.buckets().delete(name);
    assertThat(backend.buckets().exists(name)).isFalse();
  }

  @Test
  void aContainerThatIsNotDeletedCanBeGrantedAgain() throws IOException {
    AzureBackend slow =
        AzuriteBackends.open(
            server,
            directory,
            AzuriteBackends.connection(server).withPoliciesEffectiveAfter(Duration.ofHours(1)));
    List<String> granted = new ArrayList<>();
    for (int account = 0; account < AzureAccess.MOST_POLICIES; account++) {
      granted.add(policy(access.grant(principal(READ_WRITE), access.generation(1), List.of())));
    }
    plain.getBlobClient("kept").upload(BinaryData.fromString("kept"));
    assertThatExceptionOfType(DriverException.NotEmpty.class)
        .isThrownBy(() -> slow.buckets().delete(name));
    assertThat(policies()).as("of one that is not empty").containsExactlyElementsOf(granted);

    plain.getBlobClient("kept").delete();
    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() -> slow.buckets().delete(name));
    plain.getBlobClient("late").upload(BinaryData.fromString("by a key of the account"));
    assertThatExceptionOfType(DriverException.NotEmpty.class)
        .isThrownBy(() -> slow.buckets().delete(name));

    granted.clear();
    for (int account = 0; account < AzureAccess.MOST_POLICIES; account++) {
      granted.add(policy(access.grant(principal(READ_WRITE), access.generation(1), List.of())));
    }
    assertThat(policies()).containsExactlyElementsOf(granted);
  }

  /** Each look at the clock takes ten minutes, and each request has time. */
  @Test
  void aLeaseOfSomebodyElsesIsWaitedForAndNotForever() throws IOException {
    AzureBackend waiting =
        AzuriteBackends.open(
            server,
            directory,
            AzuriteBackends.connection(server)
                .withTimeouts(Duration.ofDays(1), Duration.ofDays(1)));
    AtomicLong now = new AtomicLong();
    LongSupplier fast = () -> now.addAndGet(Duration.ofMinutes(10).toNanos());
    BlobLeaseClient lease = new BlobLeaseClientBuilder().containerClient(plain).buildClient();
    String _ = lease.acquireLease(60);
    Principal principal = principal(READ_ONLY);
    KeyGeneration key = access.generation(1);

    assertThatExceptionOfType(DriverException.Aborted.class)
        .isThrownBy(() ->
            Deadline.after(Duration.ofDays(1), fast)
                .limit(() -> waiting.access().grant(principal, key, List.of())))
        .withMessageContaining(name)
        .withMessageContaining("lease");
    assertThat(policies()).isEmpty();

    lease.releaseLease();
    String _ = lease.acquireLease(-1);
    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(() ->
            Deadline.after(Duration.ofDays(1), fast)
                .limit(() -> waiting.access().grant(principal, key, List.of())))
        .withMessageContaining(name)
        .withMessageContaining("lease without end")
        .withMessageContaining("break it");
    assertThat(policies()).isEmpty();

    lease.releaseLease();
    assertThat(policy(waiting.access().grant(principal, key, List.of())))
        .isEqualTo(policies().getFirst());
    assertThat(lease.acquireLease(15)).as("the driver's own is released").isNotEmpty();
    lease.releaseLease();
  }

  /** So a policy is revoked, says Microsoft, besides by deleting it. */
  @Test
  void aPolicyThatSomebodyLetEndIsNotJustMissing() {
    Principal principal = principal(READ_ONLY);
    KeyGeneration key = access.generation(1);
    IssuedKey issued = IssuedKey.of(key, access.grant(principal, key, List.of()));
    assertThat(access.disabled(principal, issued)).isEmpty();
    BlobSignedIdentifier policy = plain.getAccessPolicy().getIdentifiers().getFirst();
    policy.getAccessPolicy().setExpiresOn(OffsetDateTime.parse("2020-01-01T00:00:00Z"));
    plain.setAccessPolicy(null, List.of(policy));

    assertThat(access.isLive(principal, issued)).isFalse();
    assertThat(access.disabled(principal, issued).orElseThrow())
        .contains("end at 2020-01-01", "az storage container policy update");
  }

  @Test
  void whatIsNotThereIsNotGrantedAndIsRevoked() {
    Principal principal = principal(READ_ONLY);
    KeyGeneration key = access.generation(1);
    plain.delete();

    assertThatExceptionOfType(DriverException.NoSuchBucket.class)
        .isThrownBy(() -> access.grant(principal, key, List.of()));
    assertThat(access.isLive(principal, IssuedKey.unknown(key))).isFalse();
    access.retire(principal, IssuedKey.unknown(key), List.of());
    access.revoke(principal, List.of(IssuedKey.unknown(key)));
  }

  @Test
  void whatATokenCannotLimitIsRefusedByName() {
    for (AccessMode settings : List.of(AccessMode.READ_ONLY, AccessMode.READ_WRITE)) {
      refused(principal(new AccessModes(AccessMode.READ_WRITE, AccessMode.ANY, settings)))
          .withMessageContaining("bucket metadata mode " + settings);
    }
    refused(principal(new AccessModes(AccessMode.READ_ONLY, AccessMode.READ_WRITE, AccessMode.ANY)))
        .withMessageContaining("object metadata mode READ_WRITE");
    refused(principal(new AccessModes(AccessMode.ANY, AccessMode.ANY, AccessMode.ANY)))
        .withMessageContaining("object data mode ANY");
    refused(
            new Principal(
                "account",
                List.of(new BucketGrant(name, "team/", READ_ONLY, Set.of())),
                Optional.empty()))
        .withMessageContaining("prefix 'team/'");
  }

  private ThrowableAssertAlternative<DriverException.InvalidArgument> refused(Principal principal) {
    return assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> access.check(principal));
  }

  /** The service says up to half a minute, and a caller is told so; Azurite needs none. */
  @Test
  void itIsKnownHowLongPoliciesTake() throws IOException {
    AzureConnection usual =
        AzureConnection.to(AzureEndpoint.of(server.account()), server.account());

    assertThat(AzuriteBackends.open(server, directory, usual).timing().revokeEffectiveAfter())
        .isEqualTo(Duration.ofSeconds(30));
    assertThat(backend.timing().revokeEffectiveAfter()).isZero();
  }

  @Test
  void noExceptionHoldsAToken() throws IOException {
    Principal principal = principal(READ_WRITE);
    KeyGeneration key = access.generation(1);
    Issued issued = access.grant(principal, key, List.of());
    String uri = AzureProtocol.sasUri(issued.credential()).reveal();
    String signature = uri.substring(uri.indexOf("sig=") + "sig=".length());
    assertThat(issued.toString()).doesNotContain(signature);
    plain.setAccessPolicy(null, IntStream.range(0, 5).mapToObj(i -> foreign("full-" + i)).toList());
    assertHidden(signature, () -> access.grant(principal, key, List.of()));
    plain.delete();
    assertHidden(signature, () -> access.grant(principal, key, List.of()));
    AzureConnection nowhere =
        AzureConnection.to(
            server.accountEndpoint().resolve("http://localhost:1/" + server.account()),
            server.account());
    AzureBackend gone = AzuriteBackends.open(server, directory, nowhere);
    assertHidden(signature, () -> gone.access().grant(principal, key, List.of()));
    Files.writeString(directory.resolve("accountKey"), "b3RoZXIga2V5");
    assertHidden("b3RoZXIga2V5", () -> access.grant(principal, key, List.of()));
  }

  private void assertHidden(String canary, Runnable call) {
    Throwable thrown = catchThrowableOfType(DriverException.class, call::run);
    assertThat(thrown).isNotNull();
    while (thrown != null) {
      assertThat(thrown.toString())
          .doesNotContain(canary)
          .doesNotContain(server.accountKey().reveal())
          .doesNotContain("sig=");
      thrown = thrown.getCause();
    }
  }
}
