package io.windlass.mounter;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.proto.mounter.Keys;
import io.windlass.proto.mounter.S3;
import io.windlass.proto.mounter.Source;
import io.windlass.proto.mounter.Volume;
import io.windlass.secret.Secret;
import io.windlass.store.Credential;
import io.windlass.store.StoreConnectors;
import io.windlass.store.s3.S3Connector;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A mounter or keeper of version 0.1 is succeeded by one of this. */
@SuppressWarnings("deprecation")
class FormerSourcesTest {
  private static final S3 SERVER =
      S3.newBuilder()
          .setEndpoint("http://127.0.0.1:9000")
          .setRegion("eu-1")
          .setPathStyle(true)
          .setCaCertificate("/ca.pem")
          .build();

  private static final Source NOW =
      Source.newBuilder()
          .setBucket("photos")
          .setPrefix("2026/")
          .setProtocol("s3")
          .putAddress("endpoint", "http://127.0.0.1:9000")
          .putAddress("region", "eu-1")
          .putAddress("pathStyle", "true")
          .setCaCertificate("/ca.pem")
          .build();

  private final S3Connector connector = new S3Connector();
  private final FormerSources former = new FormerSources(new StoreConnectors(List.of(connector)));

  private KeyedVolume read(S3 s3) {
    Source source = Source.newBuilder().setBucket("photos").setPrefix("2026/").setS3(s3).build();
    return former.read(volume(source));
  }

  private static Volume volume(Source source) {
    return Volume.newBuilder().setId("v").setSource(source).build();
  }

  @Test
  void aKeyIsTheCredential() {
    Keys keys = Keys.newBuilder().setAccessKeyId("AKIA").setSecretAccessKey("secret").build();
    Secret credential = connector.credential(new Credential.S3("AKIA", Secret.of("secret")));
    assertThat(read(SERVER.toBuilder().setKeys(keys).build()))
        .isEqualTo(new KeyedVolume(volume(NOW), Optional.of(credential)));
  }

  @Test
  void aDirectoryStaysOne() {
    assertThat(read(SERVER.toBuilder().setDirectory("/key").build()))
        .isEqualTo(
            new KeyedVolume(
                volume(NOW.toBuilder().setDirectory("/key").build()), Optional.empty()));
  }

  @Test
  void whatIsOfThisVersionStaysAsItIs() {
    Volume message = volume(NOW.toBuilder().setCredential("text").build());
    KeyedVolume read = former.read(message);
    assertThat(read).isEqualTo(new KeyedVolume(volume(NOW), Optional.of(Secret.of("text"))));
    assertThat(read.message()).isEqualTo(message);
  }
}
