package io.windlass.csi.node.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.windlass.connect.BucketConnectors;
import io.windlass.error.DriverException;
import io.windlass.secret.SealingKeyPair;
import io.windlass.store.s3.S3Connector;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which servers a volume may name itself. */
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
