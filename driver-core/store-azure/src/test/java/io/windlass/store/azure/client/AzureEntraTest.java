package io.windlass.store.azure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.AccessMode;
import io.windlass.access.AccessModes;
import io.windlass.access.BucketGrant;
import io.windlass.backend.Backend;
import io.windlass.backend.BucketSettings;
import io.windlass.connect.CredentialSource;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.azure.FakeIdentity;
import io.windlass.fake.azure.FakeIssuer;
import io.windlass.http.Proxies;
import io.windlass.object.Condition;
import io.windlass.object.Content;
import io.windlass.object.ObjectId;
import io.windlass.object.ObjectProperties;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.ListedVersion;
import io.windlass.store.ObjectStore;
import io.windlass.store.ObjectVersions;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.AzureConnector;
import io.windlass.store.azure.FakeIdentities;
import io.windlass.store.azure.object.AzureCapabilities;
import io.windlass.testing.proxy.RecordingProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver's own identity, on the FAKE. */
class AzureEntraTest {
  private static final AzureConnector CONNECTOR = new AzureConnector();
  private static final Content TEXT = Content.of(new byte[1]);

  private final FakeAzure fake = new FakeAzure();
  private final FakeAccount account =
      fake.add("identities", AccountSettings.FLAT.withoutSharedKey());
  @TempDir private Path directory;

  @AfterEach
  void close() {
    fake.close();
  }

  private AzureBackend open() {
    return open(Proxies.none());
  }

  private AzureBackend open(Proxies proxies) {
    return AzureBackend.open(
        "azure",
        FakeIdentities.connection(fake, account)
            .withHttp(FakeIdentities.connection(fake, account).http().withProxies(proxies)),
        new SecretDirectory(directory));
  }

  @Test
  void aSecretIsReadAgainAndInNoMessage() throws IOException {
    FakeIdentity driver = fake.driver(account.name());
    FakeIdentities.write(directory, driver.clientId(), "canary");
    try (AzureBackend backend = open()) {
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(backend::ping)
          .withNoCause()
          .withMessage(
              "Entra: issue a token at %s: it does not accept the identity (AADSTS7000215): check"
                      .formatted(fake.authority())
                  + " tenantId, clientId, and clientSecret or federatedToken");
      FakeIdentities.write(
          directory, driver.clientId(), driver.secret().map(Secret::reveal).orElseThrow());
      backend.ping();
    }
  }

  /** "Get Account Information" takes an action that no role for data has. */
  @Test
  void directoriesAreFoundWithARoleForDataAlone() throws IOException {
    FakeAccount tree = fake.add("tree", AccountSettings.FLAT.withDirectories().withoutSharedKey());
    try (AzureBackend backend = FakeIdentities.ofContributor(fake, tree, directory)) {
      backend.buckets().create("photos", BucketSettings.DEFAULT);
      backend.ping();
      assertThat(backend.capabilities()).isEqualTo(AzureCapabilities.HIERARCHICAL);

      AccessModes modes = AccessModes.ofData(AccessMode.READ_WRITE, backend.capabilities());
      Secret token =
          CONNECTOR.credential(
              backend
                  .sessions()
                  .orElseThrow()
                  .issue(new BucketGrant("photos", "", modes, Set.of()), "node"));
      try (Backend node =
          CONNECTOR.open(
              "node",
              CONNECTOR.address(backend.locate("photos")),
              new CredentialSource.Text(() -> token),
              Optional.empty(),
              Proxies.none())) {
        assertThat(node.objects("photos").renames()).as("on a node").isPresent();
      }
    }
  }

  @Test
  void whoCannotFindOutWhetherThereAreDirectoriesIsToldHow() throws IOException {
    AzureConnection blobsAlone =
        FakeIdentities.connection(fake, account).withDirectoriesEndpoint(account.endpoint());
    FakeIdentity driver = fake.contributor(account.name());
    FakeIdentities.write(
        directory, driver.clientId(), driver.secret().map(Secret::reveal).orElseThrow());
    try (AzureBackend backend =
        AzureBackend.open("azure", blobsAlone, new SecretDirectory(directory))) {
      backend.buckets().create("photos", BucketSettings.DEFAULT);
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(backend::ping)
          .withMessageContaining("Microsoft.Storage/storageAccounts/blobServices/getInfo/action")
          .withMessageContaining("HIERARCHY");
    }
    try (AzureBackend backend =
        AzureBackend.open(
            "azure",
            blobsAlone.withHierarchy(Optional.of(false)),
            new SecretDirectory(directory))) {
      backend.ping();
    }
  }

  /** The role is that which OPERATIONS describes. */
  @Test
  void whatIsKeptAndTaggedIsDeletedAndChangedWithTheDocumentedRole() throws IOException {
    FakeAccount kept = fake.add("kept", AccountSettings.FLAT.withVersions().withoutSharedKey());
    PutOptions tagged =
        PutOptions.DEFAULT.withProperties(ObjectProperties.NONE.withTags(Map.of("a", "b")));
    try (AzureBackend bare = FakeIdentities.ofContributor(fake, kept, directory)) {
      bare.buckets().create("photos", BucketSettings.DEFAULT);
      ObjectStore store = bare.objects("photos");
      String first = store.put("key", TEXT, PutOptions.DEFAULT).version().orElseThrow();
      store.put("key", TEXT, PutOptions.DEFAULT);
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> store.put("key", TEXT, tagged));
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> store.versions().orElseThrow().delete("key", first));
    }
    try (AzureBackend backend = FakeIdentities.open(fake, kept, directory)) {
      ObjectStore store = backend.objects("photos");
      store.put("key", TEXT, tagged);
      assertThat(store.properties("key", store.head("key").properties()).tags())
          .isEqualTo(Map.of("a", "b"));
      for (ListedVersion each : store.versions().orElseThrow().list("", Optional.empty()).items()) {
        store.versions().orElseThrow().delete("key", each.version());
      }
      backend.buckets().delete("photos");
    }
  }

  /** Azure Resource Manager alone makes such containers. */
  @Test
  void aContainerIsMadeWhoseBlobsCanBeLocked() throws IOException {
    FakeAccount kept = fake.add("kept", AccountSettings.FLAT.withVersions().withoutSharedKey());
    BucketSettings locked = lockable(Map.of("team", "data"));
    try (AzureBackend backend = FakeIdentities.open(fake, kept, directory)) {
      assertThat(backend.capabilities()).isEqualTo(AzureCapabilities.MANAGED);
      backend.buckets().create("locked", locked);
      backend.buckets().create("locked", locked);
      assertThat(kept.isLockable("locked")).isTrue();
      assertThat(kept.metadataOf("locked")).isEqualTo(Map.of("tag_team", "data"));
      backend.buckets().update("locked", locked);
      backend.buckets().delete("locked");
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .as("it is free in a while, and a final error would end the claim")
          .isThrownBy(() -> backend.buckets().create("locked", locked))
          .withMessageContaining("is being deleted");

      backend.buckets().create("plain", BucketSettings.DEFAULT);
      assertThatExceptionOfType(DriverException.AlreadyExists.class)
          .isThrownBy(() -> backend.buckets().create("plain", locked))
          .withMessageContaining("it exists without object lock");
      assertThatExceptionOfType(DriverException.Unsupported.class)
          .isThrownBy(() -> backend.buckets().update("plain", locked))
          .withMessageContaining("objectLock can be set only when a container is made");
    }
    try (AzureBackend backend = FakeIdentities.open(fake, account, directory)) {
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> backend.buckets().create("locked", locked))
          .withMessageContaining("has to keep versions of blobs");
      assertThat(backend.buckets().exists("locked")).isFalse();
    }
  }

  /** What a contributor begins, which may not set it, is finished with the documented roles. */
  @Test
  void newBlobsAreRetainedAndTheirContainerIsDeletedLater() throws IOException {
    FakeAccount kept = fake.add("kept", AccountSettings.FLAT.withVersions().withoutSharedKey());
    BucketSettings retained = lockable(Map.of()).withRetentionDays(2);
    try (AzureBackend bare = FakeIdentities.ofContributor(fake, kept, directory)) {
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(() -> bare.buckets().create("retained", retained))
          .withMessageContaining("the default retention of retained");
    }
    try (AzureBackend backend = FakeIdentities.open(fake, kept, directory)) {
      backend.buckets().create("retained", retained);
      ObjectStore store = backend.objects("retained");
      String first = store.put("key", TEXT, PutOptions.DEFAULT).version().orElseThrow();
      store.put("key", TEXT, PutOptions.DEFAULT);
      store.delete("key", Condition.always());
      assertThatExceptionOfType(DriverException.FailedPrecondition.class)
          .isThrownBy(() -> store.versions().orElseThrow().delete("key", first))
          .withMessageContaining("BlobImmutableDueToPolicy");
      assertThat(backend.objects("retained").purge(List.of(ObjectId.of("key", first)))).hasSize(1);
      assertThatExceptionOfType(DriverException.NotEmpty.class)
          .isThrownBy(() -> backend.buckets().delete("retained"));
    }
    fake.pass(Duration.ofDays(2).plusSeconds(1));
    try (AzureBackend backend = FakeIdentities.open(fake, kept, directory)) {
      ObjectVersions versions = backend.objects("retained").versions().orElseThrow();
      for (ListedVersion each : versions.list("", Optional.empty()).items()) {
        versions.delete("key", each.version());
      }
      backend.buckets().delete("retained");
      assertThat(backend.buckets().exists("retained")).isFalse();
    }
  }

  private static BucketSettings lockable(Map<String, String> tags) {
    return new BucketSettings(
        Optional.empty(),
        true,
        true,
        OptionalLong.empty(),
        OptionalInt.empty(),
        new BucketSettings.Encryption.BackendDefault(),
        tags);
  }

  /** The driver's pod has the token in a projected volume. */
  @Test
  void aServiceAccountsTokenStandsForAnIdentity() throws IOException {
    FakeIssuer issuer = new FakeIssuer(FakeIdentities.ISSUER);
    fake.trust(issuer);
    FakeIdentity driver = fake.managedContributor("driver", account.name(), issuer, "system:a:b");
    FakeIdentities.write(directory, driver.clientId(), "");
    try (AzureBackend backend = open()) {
      Files.writeString(
          directory.resolve("federatedToken"),
          issuer.token("system:a:other", FakeIssuer.AUDIENCE, Instant.now().plusSeconds(600)));
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(backend::ping)
          .withMessageContaining("AADSTS700213");
      Files.writeString(
          directory.resolve("federatedToken"),
          issuer.token("system:a:b", FakeIssuer.AUDIENCE, Instant.now().plusSeconds(600)));
      backend.buckets().create("photos", BucketSettings.DEFAULT);
      assertThat(backend.buckets().exists("photos")).isTrue();
    }
  }

  /** Tokens, management and data, each from a server of its own. */
  @Test
  void allServersAreAskedThroughTheProxyAndErrorsNameIt() throws IOException {
    FakeIdentity driver = fake.driver(account.name());
    FakeIdentities.write(
        directory, driver.clientId(), driver.secret().map(Secret::reveal).orElseThrow());
    try (RecordingProxy proxy = RecordingProxy.startFor("user:canary")) {
      String way = "http://user:canary@" + proxy.url().getAuthority();
      try (AzureBackend backend = open(Proxies.ofEnvironment(Map.of("http_proxy", way)))) {
        backend.buckets().create("photos", BucketSettings.DEFAULT);
        backend.objects("photos").put("key", Content.of(new byte[100_000]), PutOptions.DEFAULT);
        assertThat(backend.objects("photos").head("key").size()).isEqualTo(100_000);
        assertThat(proxy.passed())
            .contains(
                "POST " + fake.authority().getAuthority(),
                "PUT " + account.endpoint().getAuthority());
        assertThat(backend.remarks())
            .containsExactly("requests go through the proxy " + proxy.url());
      }
    }
    Proxies gone = Proxies.ofEnvironment(Map.of("ALL_PROXY", "http://user:canary@127.0.0.1:1"));
    try (AzureBackend backend = open(gone)) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(backend::ping)
          .withMessageContaining("(through the proxy http://127.0.0.1:1)")
          .withMessageNotContaining("canary");
    }
  }

  @Test
  void aTokenEndpointThatIsNoneIsUnavailable() throws IOException {
    FakeIdentities.write(directory, "client", "canary");
    AzureManagement elsewhere =
        new AzureManagement(
            account.endpoint().resolve("/"),
            fake.manager(),
            Optional.empty(),
            Optional.empty(),
            AzureManagement.DEFAULT_ROLES_EFFECTIVE_AFTER);
    AzureConnection connection = FakeIdentities.connection(fake, account).withManagement(elsewhere);
    try (AzureBackend backend =
        AzureBackend.open("azure", connection, new SecretDirectory(directory))) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(backend::ping)
          .withMessageNotContaining("canary");
    }
  }
}
