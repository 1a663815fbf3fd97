package io.windlass.csi.node.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.connect.BucketConnectors;
import io.windlass.csi.NodeId;
import io.windlass.csi.NodeName;
import io.windlass.csi.PublishContext;
import io.windlass.csi.Renewal;
import io.windlass.error.DriverException;
import io.windlass.secret.Keyring;
import io.windlass.secret.MessageKey;
import io.windlass.secret.SealingKeyPair;
import io.windlass.secret.Secret;
import io.windlass.store.s3.S3Connector;
import io.windlass.store.s3.client.S3Key;
import io.windlass.store.s3.client.S3Protocol;
import java.net.URI;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which servers a node connects to. */
class EndpointRulesTest {
  private static final URI OWN = URI.create("https://minio.storage.svc");
  private static final SealingKeyPair KEY = SealingKeyPair.generate();

  private static Optional<VolumeAccess> find(EndpointRules rules, String endpoint) {
    AccessReader reader =
        new AccessReader(new BucketConnectors(List.of(new S3Connector())), KEY, rules);
    return reader.find(
        "inline",
        Map.of(),
        Map.of("accessKeyId", "id", "secretAccessKey", "key", "endpoint", endpoint),
        Map.of("bucket", "photos"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://minio.storage.svc",
        "https://minio.storage.svc/",
        "https://MINIO.storage.svc:443"
      })
  void theServersOfBackendsAreAllowedHoweverTheyAreWritten(String endpoint) {
    assertThat(find(EndpointRules.ofBackends(Set.of(OWN)), endpoint))
        .hasValueSatisfying(access -> assertThat(access.foreign()).isFalse());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "http://minio.storage.svc",
        "https://minio.storage.svc:9000",
        "https://minio.storage.svc.evil.example",
        "http://127.0.0.1:9000",
        "http://169.254.169.254",
        "http://[::1]:9000"
      })
  void allOthersAreNot(String endpoint) {
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> find(EndpointRules.ofBackends(Set.of(OWN)), endpoint))
        .withMessageContaining("WINDLASS_CSI_ENDPOINTS");
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> find(EndpointRules.ofBackends(Set.of()), endpoint));
  }

  /** Whoever may write the status of an attachment can seal a context for the node. */
  @Test
  void aWholeForgedPublishContextIsRefused() {
    URI controller = URI.create("http://windlass-renewal.storage.svc:9092");
    URI other = URI.create("http://169.254.169.254");
    EndpointRules rules = new EndpointRules(false, Set.of(OWN), Set.of(), Optional.of(controller));
    assertThat(published(rules, OWN, controller)).isPresent();
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> published(rules, other, controller))
        .withMessageContaining("WINDLASS_CSI_ENDPOINTS");
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> published(rules, OWN, other))
        .withMessageContaining("WINDLASS_CSI_RENEWAL_URL");
    EndpointRules nothing = EndpointRules.ofBackends(Set.of());
    assertThat(published(nothing, other, other)).as("nothing is configured").isPresent();
  }

  private static Optional<VolumeAccess> published(EndpointRules rules, URI server, URI asked) {
    S3Connector s3 = new S3Connector();
    Renewal renewal =
        new Renewal(
            Instant.EPOCH,
            Optional.empty(),
            asked.resolve("/renew/a-1"),
            new MessageKey(Keyring.generate()));
    Map<String, String> fields =
        new PublishContext(
                s3.address(S3Protocol.location("photos", server, "eu-1", true)),
                "",
                s3.credential(new S3Key("AKIA", Secret.of("secret")).credential()),
                0,
                0,
                false,
                Map.of(),
                Optional.of(renewal))
            .sealed(
                new NodeId(new NodeName("node"), KEY.publicKey()),
                Keyring.parse(Keyring.generate()),
                "store/photos");
    return new AccessReader(new BucketConnectors(List.of(s3)), KEY, rules)
        .find("store/photos", fields, Map.of(), Map.of());
  }

  @Test
  void whatIsListedIsAllowedAndItsWordsAreNotRepeated() {
    String other = "http://other:9000";
    EndpointRules listed = new EndpointRules(false, Set.of(URI.create(other)), Set.of(OWN));
    EndpointRules any = new EndpointRules(true, Set.of(), Set.of(OWN));
    for (EndpointRules rules : List.of(listed, any)) {
      assertThat(find(rules, other))
          .hasValueSatisfying(access -> assertThat(access.foreign()).isTrue());
    }
    assertThatExceptionOfType(DriverException.PermissionDenied.class)
        .isThrownBy(() -> find(listed, OWN.toString()));
  }
}
