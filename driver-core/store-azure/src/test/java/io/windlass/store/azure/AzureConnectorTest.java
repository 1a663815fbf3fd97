package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.windlass.connect.BucketAddress;
import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureEndpoint;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.AzureProtocol;
import io.windlass.store.azure.client.SharedAccessSignature;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class AzureConnectorTest {
  private static final String TOKEN = "sv=2022-11-02&si=w-1&sr=c&sig=canary%3D";
  private static final String TEXT =
      "{\"accessToken\":\"sv=2022-11-02&si=w-1&sr=c&sig=canary%3D\",\"protocol\":\"AZURE\"}";

  private final AzureConnector connector = new AzureConnector();

  private static Map<String, Secret> token(String text) {
    return Map.of("accessToken", Secret.of(text));
  }

  @Test
  void aTokensUriSaysWhereItIsFor() {
    assertThat(connector.implied(token("https://account.blob.core.windows.net/photos?" + TOKEN)))
        .isEqualTo(Map.of("endpoint", "https://account.blob.core.windows.net", "bucket", "photos"));
    assertThat(connector.implied(token("http://127.0.0.1:10000/account/photos?" + TOKEN)))
        .isEqualTo(Map.of("endpoint", "http://127.0.0.1:10000/account", "bucket", "photos"));
    assertThat(connector.implied(token("https://account.example/?sv=1&ss=b&srt=co&sig=canary")))
        .isEqualTo(Map.of("endpoint", "https://account.example"));
    assertThat(connector.implied(token(TOKEN))).isEmpty();
    assertThat(connector.implied(Map.of())).isEmpty();
  }

  /** The URI of a directory, as COSI hands it out, ends with as many segments as it says. */
  @Test
  void aTokenCanBeForADirectory() {
    String token = "sv=1&sr=d&sdd=2&sig=canary";
    for (String base :
        List.of("https://account.blob.core.windows.net", "http://127.0.0.1:10000/account")) {
      assertThat(connector.implied(token(base + "/photos/team%20a/b?" + token)))
          .isEqualTo(Map.of("endpoint", base, "bucket", "photos"));
    }
    assertThat(SharedAccessSignature.isOfDirectory(Secret.of(token))).isTrue();
    assertThat(SharedAccessSignature.isOfDirectory(Secret.of(TOKEN))).isFalse();
    assertThat(AzureEndpoint.ofDirectories(AzureEndpoint.of("account")))
        .hasToString("https://account.dfs.core.windows.net");
  }

  @Test
  void theCredentialIsTheTokenWhereverItIsFrom() {
    String uri = "https://account.blob.core.windows.net/photos?" + TOKEN;
    assertThat(connector.credential(token(uri)).reveal()).isEqualTo(TEXT);
    assertThat(connector.credential(token("?" + TOKEN)).reveal()).isEqualTo(TEXT);
    assertThat(connector.credential(AzureProtocol.token(Secret.of(uri), Optional.empty())).reveal())
        .isEqualTo(TEXT);
    assertThat(AzureCredentialText.read(Secret.of(TEXT)))
        .isEqualTo(new AzureKey.Token(Secret.of(TOKEN)));
    Secret key = connector.credential(Map.of("accountKey", Secret.of("a2V5")));
    assertThat(AzureCredentialText.read(key)).isEqualTo(new AzureKey.Account(Secret.of("a2V5")));
  }

  @Test
  void anAddressHasAccountAndEndpoint() {
    BucketAddress address = connector.address("photos", Map.of("storageAccount", "account"));
    assertThat(address)
        .isEqualTo(
            connector.address(
                AzureProtocol.location(
                    "photos", "account", URI.create("https://account.blob.core.windows.net"))));
    assertThat(address.fields())
        .isEqualTo(
            Map.of(
                "storageAccount", "account",
                "endpoint", "https://account.blob.core.windows.net"));
    assertThat(connector.describe(address))
        .isEqualTo("https://account.blob.core.windows.net/photos");
    for (String endpoint :
        Set.of("http://127.0.0.1:10000/account", "https://account.blob.core.chinacloudapi.cn")) {
      assertThat(connector.address("photos", Map.of("endpoint", endpoint)).fields())
          .isEqualTo(Map.of("storageAccount", "account", "endpoint", endpoint));
    }
    assertThatIllegalArgumentException()
        .isThrownBy(() -> connector.describe(new BucketAddress(AzureProtocol.AZURE, "b", Map.of())))
        .withMessage("the address of bucket b lacks endpoint");
  }

  @Test
  void saysWhatIsMissing() {
    assertThat(connector.missing(Set.of()))
        .isEqualTo(Set.of("accessToken", "bucket", "storageAccount"));
    assertThat(connector.missing(Set.of("accountKey", "bucket", "endpoint"))).isEmpty();
  }

  @Test
  void refusesWhatIsMalformedWithoutItsText() {
    for (String wrong :
        Set.of(
            "canary",
            "https://canary.example/photos",
            "https://account.example/photos/canary?sr=b&sig=canary",
            "https://account.example/a/b/canary?sr=c&sig=canary",
            "https:// canary?sr=c&sig=canary")) {
      assertThatExceptionOfType(DriverException.InvalidArgument.class)
          .isThrownBy(() -> connector.implied(token(wrong)))
          .withNoCause()
          .withMessageContaining("accessToken")
          .withMessageNotContaining("canary");
    }
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> connector.address("photos", Map.of("endpoint", "ftp://canary")))
        .withMessage("endpoint must be " + AzureEndpoint.RIGHT);
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> connector.address("photos", Map.of("storageAccount", "Canary")))
        .withMessage("storageAccount must be 3 to 24 lower case letters and digits");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> AzureCredentialText.read(Secret.of("canary")))
        .withMessage("the credential is not one of Azure")
        .withNoCause();
  }

  /** Clouds know nothing of each other's identities. */
  @Test
  void identitiesAreAskedForInTheCloudOfTheAccount() {
    assertThat(authority("https://account.blob.core.windows.net"))
        .isEqualTo("https://login.microsoftonline.com");
    assertThat(authority("https://account.blob.core.chinacloudapi.cn"))
        .isEqualTo("https://login.chinacloudapi.cn");
    assertThat(authority("https://account.blob.core.usgovcloudapi.net"))
        .isEqualTo("https://login.microsoftonline.us");
    assertThat(authority("https://blobs.example")).isEqualTo("https://login.microsoftonline.com");
  }

  private static String authority(String endpoint) {
    return AzureConnection.to(URI.create(endpoint), "account").management().authority().toString();
  }
}
