package io.windlass.store.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.store.DriverException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Names of blobs and of metadata. */
class AzureKeysTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "a\\b", "a/./b", "..", "line\nbreak", "\ufffe", "half \ud83d"})
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

  @Test
  void namesOfMetadataBecomeIdentifiersAndBack() {
    Map<String, String> given = Map.of("windlass-mtime", "1", "7_a.b", "2", "plain", "3");

    Map<String, String> sent = AzureMetadata.encode(given);

    assertThat(sent).isEqualTo(Map.of("windlass_2dmtime", "1", "_37_5fa_2eb", "2", "plain", "3"));
    assertThat(AzureMetadata.decode(sent)).isEqualTo(given);
    assertThat(AzureMetadata.decode(Map.of("Windlass_2Dmtime", "1")))
        .isEqualTo(Map.of("windlass-mtime", "1"));
  }

  @Test
  void namesThatOthersGaveAreLeft() {
    assertThat(AzureMetadata.decode(Map.of("My_Name", "x", "hdi_isfolder", "true")))
        .isEqualTo(Map.of("my_name", "x", "hdi_isfolder", "true"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"ü", " x", "x\ny"})
  void refusesValuesThatHeadersDoNotKeep(String value) {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> AzureMetadata.encode(Map.of("name", value)))
        .withMessageContaining("name");
  }
}
