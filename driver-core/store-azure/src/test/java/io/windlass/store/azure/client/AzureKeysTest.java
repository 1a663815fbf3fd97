package io.windlass.store.azure.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of blobs. */
class AzureKeysTest {

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "a\\b",
        "a/./b",
        "..",
        "line\nbreak",
        "\ufffe",
        "half \ud83d",
        "dot.",
        "dots...",
        "a./b"
      })
  void refusesWhatWouldBeAnotherBlob(String key) {
    assertThatExceptionOfType(DriverException.InvalidKey.class)
        .isThrownBy(() -> AzureKeys.check(key));
  }

  @Test
  void refusesTooManySegments() {
    assertThat(AzureKeys.check("a/".repeat(253))).hasSize(506);
    assertThatExceptionOfType(DriverException.InvalidKey.class)
        .isThrownBy(() -> AzureKeys.check("a/".repeat(254)));
  }
}
