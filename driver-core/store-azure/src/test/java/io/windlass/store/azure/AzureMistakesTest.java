package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.backend.Backend;
import io.windlass.error.DriverException;
import io.windlass.fake.azure.AccountSettings;
import io.windlass.fake.azure.FakeAccount;
import io.windlass.fake.azure.FakeAzure;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.azure.client.AzureConnection;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Mistakes in the set-up of an account, on the FAKE Azure: each is said, and what to do. */
class AzureMistakesTest {
  private final FakeAzure azure = new FakeAzure();

  @TempDir private Path directory;

  @AfterEach
  void close() {
    azure.close();
  }

  @Test
  void aWrongKey() throws IOException {
    FakeAccount account = azure.add("account", AccountSettings.FLAT);
    try (Backend backend = FakeBackends.open(account, directory)) {
      Files.writeString(directory.resolve("accountKey"), "b3RoZXI=");
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(backend::ping)
          .withMessageContaining("(AuthenticationFailed): check that it is a key")
          .withMessageNotContaining("b3RoZXI");
    }
  }

  @Test
  void aClockThatIsWrong() throws IOException {
    FakeAccount account = azure.add("account", AccountSettings.FLAT);
    try (Backend backend = FakeBackends.open(account, directory)) {
      azure.setAhead(Duration.ofMinutes(20));
      assertThatExceptionOfType(DriverException.Unauthenticated.class)
          .isThrownBy(backend::ping)
          .withMessageContaining("clock is more than 15 minutes behind")
          .withMessageContaining("set it by NTP")
          .withMessageNotContaining("Request date");
    }
  }

  @Test
  void anAccountWhoseKeysAreDisabled() throws IOException {
    denied(AccountSettings.FLAT.withoutSharedKey(), "--allow-shared-key-access true");
  }

  @Test
  void anAccountBehindAFirewall() throws IOException {
    denied(AccountSettings.FLAT.behindFirewall(), "firewall does not let this machine in");
  }

  private void denied(AccountSettings settings, String advice) throws IOException {
    FakeAccount account = azure.add("account", settings);
    try (Backend backend = FakeBackends.open(account, directory)) {
      assertThatExceptionOfType(DriverException.PermissionDenied.class)
          .isThrownBy(backend::ping)
          .withMessageContaining(advice);
    }
  }

  /** The domain is reserved: no DNS knows a name in it. */
  @Test
  void anAccountThatDnsDoesNotKnow() throws IOException {
    unavailable("https://account.blob.invalid", "DNS does not know the host of the endpoint");
  }

  @Test
  void aServerThatDoesNotListen() throws IOException {
    unavailable("http://127.0.0.1:1/account", "no answer from the server");
  }

  private void unavailable(String endpoint, String reason) throws IOException {
    Files.writeString(directory.resolve("accountKey"), "b3RoZXI=");
    AzureConnection nowhere = AzureConnection.to(URI.create(endpoint), "account");
    try (Backend backend = AzureBackend.open("azure", nowhere, new SecretDirectory(directory))) {
      assertThatExceptionOfType(DriverException.Unavailable.class)
          .isThrownBy(backend::ping)
          .withMessageContaining(reason);
    }
  }
}
