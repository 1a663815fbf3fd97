package io.windlass.setting;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FormatsTest {
  @ParameterizedTest
  @ValueSource(strings = {"127.0.0.1:9100", "[::1]:9100", "[::]:80"})
  void anAddressIsReadAsItIsWritten(String text) {
    InetSocketAddress address = Formats.address("").parse(text).orElseThrow();
    assertThat(Formats.address("").parse(Formats.written(address))).contains(address);
  }
}
