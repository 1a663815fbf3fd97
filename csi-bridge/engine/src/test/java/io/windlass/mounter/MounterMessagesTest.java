package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import io.windlass.mounter.volume.KeyedVolume;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import org.junit.jupiter.api.Test;

/** Tests that messages between keeper and mounter show no secret when they are printed. */
class MounterMessagesTest {
  @Test
  void noSecretIsPrinted() {
    Source source = Source.newBuilder().setBucket("photos").setCredential("canary").build();
    Volume message = Volume.newBuilder().setSource(source).build();
    assertThat(KeyedVolume.received(message).toString())
        .contains("photos")
        .doesNotContain("canary");
    assertThat(TextFormat.debugFormatPrinter().printToString(message))
        .contains("photos")
        .doesNotContain("canary");
  }
}
