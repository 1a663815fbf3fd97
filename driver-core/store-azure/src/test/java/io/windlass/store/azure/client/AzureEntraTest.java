package io.windlass.store.azure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.BucketSettings;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.fake.azure.FakeIdentity;
import io.windlass.fake.azure.FakeIssuer;
import io.windlass.http.Proxies;
import io.windlass.object.Content;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.PutOptions;
import io.windlass.store.azure.AzureBackend;
import io.windlass.store.azure.FakeIdentities;
import io.windlass.testing.proxy.RecordingProxy;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The driver's own identity, on the FAKE. */
class AzureEntraTest {
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
    FakeIdentity driver = fake.contributor(account.name());
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
    FakeIdentity driver = fake.contributor(account.name());
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
