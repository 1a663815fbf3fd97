package io.windlass.store.azure.object;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.error.DriverException;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IdentifierMetadataTest {

  @ParameterizedTest
  @CsvSource({
    "windlass-mtime, windlass_2dmtime",
    "7_a.b, _37_a_2eb",
    "plain, plain",
    "_2d, _5f2d",
    "_5f2d, _5f5f2d",
    "a_30, a_30",
    "_30, _5f30",
  })
  void namesBecomeIdentifiersAndBack(String name, String sent) {
    assertThat(IdentifierMetadata.encode(Map.of(name, "1"))).isEqualTo(Map.of(sent, "1"));
    assertThat(IdentifierMetadata.decode(Map.of(sent, "1"))).isEqualTo(Map.of(name, "1"));
  }

  @Test
  void upperAndLowerCaseAreOne() {
    assertThat(IdentifierMetadata.decode(Map.of("Windlass_2Dmtime", "1")))
        .isEqualTo(Map.of("windlass-mtime", "1"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"my_name", "hdi_isfolder", "my_face", "a_20b", "a_41b", "a_30b"})
  void namesThatOthersGaveAreLeft(String name) {
    Map<String, String> given = Map.of(name, "true");

    assertThat(IdentifierMetadata.decode(given)).isEqualTo(given);
    assertThat(IdentifierMetadata.encode(given)).isEqualTo(given);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ü", " x", "x\ny"})
  void refusesValuesThatHeadersDoNotKeep(String value) {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> IdentifierMetadata.encode(Map.of("name", value)))
        .withMessageContaining("name");
  }

  @Test
  void refusesTooMuch() {
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> IdentifierMetadata.encode(Map.of("name", "x".repeat(2045))));
  }
}
