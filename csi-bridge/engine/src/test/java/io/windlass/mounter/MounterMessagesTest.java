package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.TextFormat;
import io.windlass.proto.mounter.Keys;
import io.windlass.proto.mounter.S3;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import io.windlass.store.StoreConnectors;
import io.windlass.store.s3.S3Connector;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that messages between keeper and mounter show no secret when they are printed. */
class MounterMessagesTest {
  @SuppressWarnings("deprecation")
  static Source[] sources() {
    Source source = Source.newBuilder().setBucket("photos").build();
    Keys former = Keys.newBuilder().setAccessKeyId("id").setSecretAccessKey("canary").build();
    return new Source[] {
      source.toBuilder().setCredential("canary").build(),
      source.toBuilder().setS3(S3.newBuilder().setKeys(former)).build()
    };
  }

  @ParameterizedTest
  @MethodSource("sources")
  void noSecretIsPrinted(Source source) {
    Volume message = Volume.newBuilder().setSource(source).build();
    FormerSources former = new FormerSources(new StoreConnectors(List.of(new S3Connector())));
    assertThat(former.read(message).toString()).contains("photos").doesNotContain("canary");
    assertThat(TextFormat.debugFormatPrinter().printToString(message))
        .contains("photos")
        .doesNotContain("canary");
  }
}
