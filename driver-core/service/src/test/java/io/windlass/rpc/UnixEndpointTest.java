package io.windlass.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class UnixEndpointTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "unix:///var/lib/cosi/cosi.sock",
        "unix:/var/lib/cosi/cosi.sock",
        "/var/lib/cosi/cosi.sock",
        "unix:///var/lib/cosi/../cosi/cosi.sock"
      })
  void isReadInEverySpelling(String text) {
    UnixEndpoint endpoint = UnixEndpoint.parse(text);
    assertThat(endpoint.path()).isEqualTo(Path.of("/var/lib/cosi/cosi.sock"));
    assertThat(endpoint).hasToString("unix:///var/lib/cosi/cosi.sock");
  }

  @Test
  void mayBeRelative() {
    assertThat(UnixEndpoint.parse("unix:run/csi.sock").path())
        .isEqualTo(Path.of("run/csi.sock").toAbsolutePath());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "cosi.sock", "tcp://127.0.0.1:1", "unix://host/a.sock", "unix:", "unix:///"})
  void isRefusedWithAnExample(String text) {
    assertThatThrownBy(() -> UnixEndpoint.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(".*(like unix:///var/lib/cosi/cosi.sock|no path of a socket)");
  }

  @Test
  void refusesWhatThePlatformHasNoPathFor() {
    assertThatThrownBy(() -> UnixEndpoint.parse("/a\0b.sock"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("no path");
  }

  @Test
  void mayBeAsLongAsTheKernelTakes() {
    String longest = "/" + "a".repeat(UnixEndpoint.MAX_PATH_BYTES - 1);
    assertThat(UnixEndpoint.parse(longest).path()).hasToString(longest);
    assertThatThrownBy(() -> UnixEndpoint.parse(longest + "a"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("108 bytes long, and may be 107 at most");
  }
}
