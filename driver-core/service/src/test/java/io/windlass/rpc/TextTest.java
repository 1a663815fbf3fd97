package io.windlass.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TextTest {
  @Test
  void cutsOnlyWhatIsTooLong() {
    assertThat(Text.cut("", 8)).isEmpty();
    assertThat(Text.cut("12345678", 8)).isEqualTo("12345678");
    assertThat(Text.cut("123456789", 8)).isEqualTo("12345…");
    assertThat(Text.cut("ääää", 8)).isEqualTo("ääää");
    assertThat(Text.cut("äääää", 8)).isEqualTo("ää…");
  }

  @Test
  void aValueStaysOnOneLine() {
    assertThat(Text.oneLine("a\nb\r\t\u001b[31m\u0085\u2028 c"))
        .isEqualTo("a\\u000ab\\u000d\\u0009\\u001b[31m\\u0085\\u2028 c");
  }
}
