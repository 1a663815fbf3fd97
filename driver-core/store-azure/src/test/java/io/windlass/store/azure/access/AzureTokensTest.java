package io.windlass.store.azure.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.access.KeyGeneration;
import io.windlass.error.DriverException;
import io.windlass.secret.Secret;
import io.windlass.store.azure.client.AzureClients;
import io.windlass.store.azure.client.AzureConnection;
import io.windlass.store.azure.client.AzureContainer;
import io.windlass.store.azure.client.AzureErrors;
import io.windlass.store.azure.client.AzureKey;
import io.windlass.store.azure.client.ServiceVersion;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

/** Tokens stay what they are, whatever the SDK's version. */
class AzureTokensTest {
  private static final Secret KEY =
      Secret.of(
          Base64.getEncoder().encodeToString("k".repeat(32).getBytes(StandardCharsets.US_ASCII)));

  private static final ServiceVersion SIGNATURES = ServiceVersion.NEWEST.ofSignatures();

  private final AzureContainer container =
      new AzureContainer(
          new AzureClients(
              AzureConnection.to(URI.create("https://account.example/"), "account"),
              () -> new AzureKey.Account(KEY)),
          "bucket",
          AzureErrors.of("azure"));

  /** Tokens that were handed out must not change: the expected one was computed by another tool. */
  @Test
  void aTokenIsAlwaysTheSame() {
    KeyGeneration key = new KeyGeneration(1, "2022-11-02.00112233445566778899aabb");

    assertThat(AzureTokens.uri(container, "", "workload", key, container.clients().key()).reveal())
        .isEqualTo(
            "https://account.example/bucket?sv=2022-11-02"
                + "&si=w-7f6c7360bf24fccf4b59cf9e9a9dfc99-1-e75be48bf2985bb6&sr=c&sig=Oyn%2FRz8mU0HyFOwj1c3ERNvzl9NQcfYs0Pg8%2Fd3J1RM%3D");
  }

  @Test
  void namesOfPoliciesFit() {
    KeyGeneration latest =
        new KeyGeneration(
            Integer.MAX_VALUE, new AzureTokens().generation(1, SIGNATURES).derivation());

    assertThat(AzureTokens.policy("a".repeat(63), latest)).hasSizeLessThanOrEqualTo(64);
  }

  @Test
  void noTwoGenerationsAreAlike() {
    AzureTokens tokens = new AzureTokens();

    assertThat(tokens.generation(1, SIGNATURES)).isNotEqualTo(tokens.generation(1, SIGNATURES));
    assertThat(tokens.generation(1, SIGNATURES).derivation()).startsWith("2022-11-02.");
  }

  @Test
  void aVersionOfALaterDriverIsRefused() {
    KeyGeneration later = new KeyGeneration(1, "2031-01-01.00112233445566778899aabb");

    assertThatExceptionOfType(DriverException.FailedPrecondition.class)
        .isThrownBy(
            () -> AzureTokens.uri(container, "", "workload", later, container.clients().key()))
        .withMessageContaining("workload");
  }
}
