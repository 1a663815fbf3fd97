package io.windlass.cosi.sanity.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EndpointTest {
  @Test
  void isASocketByItsPath() {
    Endpoint endpoint = Endpoint.parse("unix:///run/cosi/cosi.sock");
    assertThat(endpoint.socket()).isEqualTo(Path.of("/run/cosi/cosi.sock"));
    assertThat(endpoint).hasToString("unix:///run/cosi/cosi.sock");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "/run/cosi.sock", "unix://cosi.sock", "tcp://localhost:1", "unix:/x"})
  void anythingElseIsRefused(String text) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Endpoint.parse(text))
        .withMessageContaining("must be unix:// and an absolute path");
  }

  @Test
  void aPathMustFitIntoASocketAddress() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Endpoint.parse("unix:///" + "x".repeat(107)))
        .withMessageContaining("at most 107 bytes");
  }
}
