package io.windlass.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.windlass.secret.Keyring;
import io.windlass.secret.Secret;
import io.windlass.store.BucketLocation;
import io.windlass.store.Credential;
import io.windlass.store.DriverException;
import io.windlass.store.StoreConnectors;
import io.windlass.store.s3.S3Connector;
import java.net.URI;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PublishContextTest {
  private static final Keyring RING =
      Keyring.parse(Secret.of("AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8="));
  private static final String VOLUME = "store/photos";
  private static final String NODE = "node-1";

  private final S3Connector s3 = new S3Connector();
  private final StoreConnectors connectors = new StoreConnectors(List.of(s3));
  private final PublishContext context =
      new PublishContext(
          s3.address(
              new BucketLocation.S3("photos", URI.create("http://127.0.0.1:9000"), "eu-1", true)),
          "2026/",
          s3.credential(new Credential.S3("AKIA", Secret.of("secret"))),
          7,
          9,
          true,
          Map.of("uid", "5"));

  private Optional<PublishContext> open(Map<String, String> fields) {
    return PublishContext.open(fields, connectors, RING, VOLUME, NODE);
  }

  /**
   * Publish context as version 0.1 wrote it, which a CO may have kept over an upgrade; 0.1 reads
   * it, too.
   */
  private static Map<String, String> ofVersion01() {
    Map<String, String> fields = new HashMap<>();
    fields.put("protocol", "s3");
    fields.put("bucket", "photos");
    fields.put("endpoint", "http://127.0.0.1:9000");
    fields.put("region", "eu-1");
    fields.put("pathStyle", "true");
    fields.put("prefix", "2026/");
    fields.put("capacityBytes", "7");
    fields.put("capacityObjects", "9");
    fields.put("readOnly", "true");
    fields.put("mount.uid", "5");
    fields.put(
        "credential",
        RING.sealAlike(
            Secret.of(
                "{\"accessKeyId\":\"AKIA\",\"protocol\":\"S3\",\"secretAccessKey\":\"secret\"}"),
            "csi publish store/photos node-1"));
    return fields;
  }

  @Test
  void isThatOfVersion01() {
    assertThat(context.sealed(RING, VOLUME, NODE)).isEqualTo(ofVersion01());
    assertThat(open(ofVersion01())).contains(context);
  }

  @Test
  void keysOfALaterVersionArePassedOver() {
    Map<String, String> fields = ofVersion01();
    fields.put("later", "x");
    assertThat(open(fields)).contains(context);
    assertThat(open(Map.of("later", "x"))).isEmpty();
  }

  @Test
  void whatIsWrongIsNamed() {
    Map<String, String> other = ofVersion01();
    other.put("protocol", "azure");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open(other))
        .withMessage("publish_context: protocol 'azure' cannot be mounted by this version");
    Map<String, String> lacking = ofVersion01();
    lacking.remove("endpoint");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open(lacking))
        .withMessage("publish_context: endpoint is missing");
    Map<String, String> malformed = ofVersion01();
    malformed.put("endpoint", "nowhere");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> open(malformed))
        .withMessage("endpoint must be a URL like https://minio.example, without path or user");
  }
}
