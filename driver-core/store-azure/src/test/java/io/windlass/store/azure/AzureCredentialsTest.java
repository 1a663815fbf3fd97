package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import io.windlass.secret.SecretDirectory;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureIdentity;
import io.windlass.store.azure.client.AzureIdentity.Proof;
import io.windlass.store.azure.client.AzureKey;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AzureCredentialsTest {
  @TempDir private Path directory;
  private AzureCredentials credentials;

  @BeforeEach
  void open() {
    credentials = credentials("https://account.blob.core.windows.net");
  }

  private AzureCredentials credentials(String endpoint) {
    return new AzureCredentials(
        new SecretDirectory(directory), AzureConnection.to(URI.create(endpoint), "account"));
  }

  private void write(String file, String text) throws IOException {
    Files.writeString(directory.resolve(file), text);
  }

  private static AzureKey account(String key) {
    return new AzureKey.Account(Secret.of(key));
  }

  @Test
  void aKeyIsInOneOfTheFilesAndReadAgain() throws IOException {
    write(
        "connectionString",
        "DefaultEndpointsProtocol=https;AccountName=account;AccountKey=b25l;"
            + "EndpointSuffix=core.windows.net\n");
    assertThat(credentials.own()).isEqualTo(account("b25l"));
    write("accountKey", "dHdv\n");
    assertThat(credentials.own()).isEqualTo(account("dHdv"));
    write("accountKey", "dGhyZWU=");
    assertThat(credentials.any()).isEqualTo(account("dGhyZWU="));
  }

  /** A directory may be the Secret that COSI made. */
  @Test
  void aTokenIsForDataOnly() throws IOException {
    write("COSI_AZURE_ACCESS_TOKEN", "https://account.example/photos?sr=c&sig=x");
    assertThat(credentials.any()).isEqualTo(new AzureKey.Token(Secret.of("sr=c&sig=x")));
    assertThatExceptionOfType(DriverException.Unauthenticated.class)
        .isThrownBy(credentials::own)
        .withMessageContaining("file accountKey in " + directory + " is missing or empty");
  }

  @Test
  void whatIsWrongIsSaidWithoutItsText() throws IOException {
    write("connectionString", "AccountName=other;AccountKey=canary");
    assertWrong("file connectionString in %s is not of the storage account account");
    write("connectionString", "AccountName=account;SharedAccessSignature=canary");
    assertWrong("file connectionString in %s lacks AccountKey");
    write("accountKey", "canary!");
    assertWrong("file accountKey in %s is no key of a storage account: those are Base64");
    write("accessToken", "canary");
    assertThatExceptionOfType(DriverException.Unauthenticated.class)
        .isThrownBy(credentials::any)
        .withNoCause()
        .withMessageNotContaining("canary");
  }

  @Test
  void aConnectionStringOfAnotherCloudIsOfAnotherAccount() throws IOException {
    write(
        "connectionString",
        "AccountName=account;AccountKey=b25l;EndpointSuffix=core.chinacloudapi.cn");
    assertWrong(
        "file connectionString in %s is of the cloud core.chinacloudapi.cn, and the endpoint is of"
            + " core.windows.net: set the endpoint to https://account.blob.core.chinacloudapi.cn");
    for (String own :
        List.of("https://account.blob.core.chinacloudapi.cn", "https://blobs.example")) {
      assertThat(credentials(own).own()).isEqualTo(account("b25l"));
    }
  }

  private void assertWrong(String message) {
    assertThatExceptionOfType(DriverException.Unauthenticated.class)
        .isThrownBy(credentials::own)
        .withNoCause()
        .withMessage(message.formatted(directory));
  }

  @Test
  void anIdentityIsReadAgainAndComesAfterTheKey() throws IOException {
    write("clientId", "client");
    assertWrong("file tenantId in %s is missing or empty: name the tenant");
    write("tenantId", "canary/../x");
    assertWrong("file tenantId in %s is no id: those are letters, digits, dots and hyphens");
    write("tenantId", "tenant");
    assertWrong(
        "file clientSecret in %s is missing or empty, and so is federatedToken: put one of them"
            + " there");
    write("federatedToken", "one");
    assertThat(credentials.own()).isEqualTo(identity(new Proof.Assertion(Secret.of("one"))));
    write("federatedToken", "another");
    assertThat(credentials.any()).isEqualTo(identity(new Proof.Assertion(Secret.of("another"))));
    write("clientSecret", "secret");
    assertThat(credentials.own()).isEqualTo(identity(new Proof.ClientSecret(Secret.of("secret"))));
    write("accountKey", "b25l");
    assertThat(credentials.own()).isEqualTo(account("b25l"));
    assertThat(credentials.identity()).isPresent();
  }

  private static AzureKey identity(Proof proof) {
    return new AzureKey.Identity(new AzureIdentity("tenant", "client", proof));
  }
}
