package io.windlass.csi.node.request;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values of mount flags. */
class MountFlagTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "read-ahead | 4Mi | true",
        "read-ahead | -1 | false",
        "commit | 0 | true",
        "commit | 5 | true",
        "commit | 30s | true",
        "commit | 4 | false",
        "commit | 2d | false",
        "max-read | 4Ki | true",
        "max-read | 4095 | false",
        "max-read | 1Mi | true",
        "max-read | 2Mi | false",
        "context | system_u:object_r:container_file_t:s0:c1,c2 | true",
        "context | system_u:object_r:container_file_t | true",
        "context | container_file_t | false",
        "context | a:b:c:s0',max_read=1 | false",
        "context | a:b:c:s0 d | false"
      })
  void areOfTheirForm(String flag, String value, boolean right) {
    assertThat(MountFlag.ofFlag(flag).orElseThrow().accepts(value)).isEqualTo(right);
  }

  @Test
  void allAreListed() {
    assertThat(MountFlag.list()).contains("read-ahead=", "context=", "allow-other,");
  }
}
