package io.windlass.image;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import org.junit.jupiter.api.Test;

class ImageSettingsTest {
  @Test
  void mistakesAreNamed() {
    refused("--arch is amd64 or arm64, not 'mips'", "--arch=mips");
    refused("the option --arch is missing");
    refused("not 'arch=amd64'", "arch=amd64");
    String other = Architecture.AMD64.isHere() ? "arm64" : "amd64";
    refused("an image for " + other + " needs --jdk", "--arch=" + other, "--jdk=");
  }

  private static void refused(String message, String... options) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> ImageSettings.parse(List.of(options)))
        .withMessageContaining(message);
  }
}
