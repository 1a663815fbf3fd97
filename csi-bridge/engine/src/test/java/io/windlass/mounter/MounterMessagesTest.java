package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.proto.mounter.Keys;
import io.windlass.proto.mounter.S3;
import io.windlass.proto.mounter.Serve;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.ToMounter;
import io.windlass.proto.mounter.Volume;
import org.junit.jupiter.api.Test;

/** What keeper and mounter say to each other, where it might be printed. */
class MounterMessagesTest {
  @Test
  void aMessageThatIsPrintedShowsNoSecret() {
    Source source =
        Source.newBuilder()
            .setBucket("photos")
            .setS3(
                S3.newBuilder()
                    .setKeys(
                        Keys.newBuilder()
                            .setAccessKeyId("id")
                            .setSecretAccessKey("canary")))
            .build();
    Volume volume = Volume.newBuilder().setSource(source).build();
    ToMounter message =
        ToMounter.newBuilder().setServe(Serve.newBuilder().setVolume(volume)).build();
    assertThat(message.toString()).contains("photos").doesNotContain("canary");
  }
}
