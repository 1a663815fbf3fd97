package io.windlass.csi;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.windlass.connect.BucketConnectors;
import io.windlass.error.DriverException;
import io.windlass.secret.Keyring;
import io.windlass.secret.SealingKeyPair;
import io.windlass.secret.Secret;
import io.windlass.store.s3.S3Connector;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import java.net.URI;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class PublishContextTest {
  private static final Keyring RING = Keyring.parse(Keyring.generate());
  private static final SealingKeyPair KEY = SealingKeyPair.generate();
  private static final NodeId NODE = new NodeId(new NodeName("node-1"), KEY.publicKey());
  private static final String VOLUME = "store/photos";

  private final S3Connector s3 = new S3Connector();
  private final BucketConnectors connectors = new BucketConnectors(List.of(s3));
  private final PublishContext context =
      new PublishContext(
          s3.address(
              S3Protocol.location("photos", URI.create("http://127.0.0.1:9000"), "eu-1", true)),
          "2026/",
          s3.credential(new S3Key("AKIA", Secret.of("secret")).credential()),
          7,
          9,
          true,
          Map.of("uid", "5"),
          Optional.of(
              new Renewal(
                  Instant.EPOCH,
                  Optional.of(Instant.EPOCH.plusSeconds(3600)),
                  URI.create("http://127.0.0.1:9091/renew"),
                  Renewal.key(RING, VOLUME, NODE.toString(), Optional.of("a-1")))));

  private Map<String, String> sealed() {
    return new HashMap<>(context.sealed(NODE, RING, VOLUME));
  }

  private Optional<PublishContext> open(Map<String, String> fields) {
    return PublishContext.open(fields, connectors, KEY, VOLUME);
  }

  @Test
  void theNodeReadsWhatTheControllerSaysAndARepeatedCallSaysTheSame() {
    assertThat(sealed())
        .containsEntry("bucket", "photos")
        .containsEntry("mount.uid", "5")
        .isEqualTo(sealed());
    assertThat(sealed().toString()).doesNotContain("secret");
    assertThat(open(sealed())).contains(context);
    assertThat(open(Map.of("later", "x"))).isEmpty();
    Renewal renewal = context.renewal().orElseThrow();
    Optional<Renewal> asking =
        Optional.of(new Renewal(renewal.issued(), Optional.empty(), renewal.url(), renewal.key()));
    PublishContext lasting =
        new PublishContext(
            context.address(), "", context.credential(), 7, 9, true, Map.of(), asking);
    assertThat(open(lasting.sealed(NODE, RING, VOLUME))).contains(lasting);
  }

  /** A profile may name a program, and a node's key is public: anybody can seal. */
  @Test
  void aCredentialMustNotNameAPlaceOfTheNode() {
    Secret profile = Secret.of("{\"from\":\"instance\",\"protocol\":\"S3\"}");
    PublishContext other =
        new PublishContext(context.address(), "", profile, 7, 9, true, Map.of(), Optional.empty());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open(other.sealed(NODE, RING, VOLUME)))
        .withMessageStartingWith("publish_context.credential must be a key");
  }

  /** Nobody may send a node with its key to another server, or give it more than it was given. */
  @Test
  void theCredentialIsForThisNodeAndThisVolumeAndBesideTheseFieldsAlone() {
    Map<String, String> fields = sealed();
    List<Executable> wrong = new ArrayList<>();
    wrong.add(() -> PublishContext.open(fields, connectors, KEY, "store/other"));
    wrong.add(() -> PublishContext.open(fields, connectors, SealingKeyPair.generate(), VOLUME));
    for (String name : fields.keySet()) {
      Map<String, String> changed = sealed();
      changed.merge(
          name,
          switch (name) {
            case "protocol" -> "s3";
            case "capacityBytes", "capacityObjects" -> "8";
            case "pathStyle", "readOnly" -> "false";
            case "endpoint" -> "http://127.0.0.1:9001";
            default -> "other";
          },
          (_, other) -> other);
      if (!changed.equals(fields)) {
        wrong.add(() -> open(changed));
      }
    }
    Map<String, String> more = sealed();
    more.put("mount.gid", "0");
    wrong.add(() -> open(more));
    assertThat(wrong).hasSizeGreaterThan(10);
    assertThat(wrong)
        .allSatisfy(each -> assertThatIllegalStateException().isThrownBy(each::execute));
  }

  @Test
  void whatIsWrongIsNamed() {
    Map<String, String> other = sealed();
    other.put("protocol", "azure");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open(other))
        .withMessage("publish_context: protocol 'azure' cannot be mounted by this version");
    Map<String, String> lacking = sealed();
    lacking.remove("endpoint");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> open(lacking))
        .withMessage("publish_context: endpoint is missing");
    Map<String, String> malformed = sealed();
    malformed.put("endpoint", "nowhere");
    assertThatExceptionOfType(DriverException.InvalidArgument.class)
        .isThrownBy(() -> open(malformed))
        .withMessage("endpoint must be a URL like https://minio.example, without path or user");
  }

  @Test
  void anIdSaysWhoseItIs() {
    assertThat(NodeId.parse(NODE.toString())).contains(NODE);
    assertThat(NodeId.parse(NODE.toString().replace("node-1", "a.key.b")))
        .map(node -> node.name().name())
        .contains("a.key.b");
    for (String none :
        List.of(
            "node-1",
            "node-1.key.AAAA",
            "node-1.key." + "A".repeat(43), // no secret can be sealed with it
            NODE + "A",
            "-" + NODE,
            "")) {
      assertThat(NodeId.parse(none)).as(none).isEmpty();
    }
    NodeName longest = new NodeName("n".repeat(144));
    assertThat(new NodeId(longest, KEY.publicKey()).toString()).hasSize(192);
    assertThatIllegalArgumentException().isThrownBy(() -> new NodeName("n".repeat(145)));
  }
}
