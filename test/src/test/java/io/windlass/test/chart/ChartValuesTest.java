package io.windlass.test.chart;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Wrong values are refused before anything is rendered, with the name of the value. */
class ChartValuesTest {
  private final Helm driver = Helm.driver(ChartTools.require());

  static Stream<Arguments> wrong() {
    return Stream.of(
        Arguments.of("{}", "backends is empty"),
        Arguments.of(
            Values.MINIMUM + "cosi: {enabled: false}\ncsi: {enabled: false}",
            "nothing would be installed"),
        Arguments.of(Values.MINIMUM + "imagee: {}", "'imagee' not allowed"),
        Arguments.of(Values.MINIMUM + "csi: {node: {kubletDir: /a}}", "'kubletDir' not allowed"),
        Arguments.of(
            Values.MINIMUM + "csi: {node: {kubeletDir: relative}}", "/csi/node/kubeletDir"),
        Arguments.of(Values.MINIMUM + "csi: {controller: {hostNetwork: true}}", "hostNetwork"),
        Arguments.of(
            Values.MINIMUM + "csi: {controller: {replicas: 0}}", "/csi/controller/replicas"),
        Arguments.of(Values.MINIMUM + "image: {digest: abc}", "/image/digest"),
        Arguments.of(Values.MINIMUM + "log: {level: loud}", "/log/level"),
        Arguments.of(Values.MINIMUM + "keys: {existingSecret: ''}", "neither existingSecret nor"),
        Arguments.of(
            Values.MINIMUM + "keys: {existingSecret: ours, value: '" + Values.SECRET_KEY + "'}",
            "both existingSecret and value"),
        Arguments.of(Values.MINIMUM + "keys: {value: short}", "/keys/value"),
        Arguments.of(Values.MINIMUM + "cosi: {apiVersion: v1}", "/cosi/apiVersion"),
        Arguments.of(Values.MINIMUM + "cosi: {apiVersion: v1alpha2}", "has released no sidecar"),
        Arguments.of(
            Values.MINIMUM + "csi: {mounter: {resources: {limits: {memory: 256Mi}}}}",
            "csi.mounter.resources.limits.memory must be 288Mi at least"),
        Arguments.of(
            Values.MINIMUM + "csi: {mounter: {resources: {limits: {memory: 1.5Gi}}}}",
            "csi.mounter.resources.limits.memory must be a whole number"),
        Arguments.of(
            Values.MINIMUM + "csi: {node: {hostNetwork: true}, mounter: {metricsPort: 9809}}",
            "csi.mounter.metricsPort is also a port of the plugin's pod"),
        Arguments.of(
            Values.MINIMUM + "csi: {node: {hostNetwork: true}}", "networkPolicy.nodes is empty"),
        Arguments.of(
            Values.MINIMUM + "csi: {controller: {renewalPort: 9808}}",
            "csi.controller.renewalPort is another port of its pod"),
        Arguments.of(
            backend(
                    "settings: {flavor: minio, endpoint: 'http://a', roleArn: 'arn:aws:iam::1:role/a'}")
                + "csi: {controller: {renewals: false}}",
            "backends.store.settings.roleArn has a meaning only with csi.controller.renewals"),
        Arguments.of(
            backend("settings: {flavor: minio, endpoint: 'http://a', regions: [a]}"),
            "settings.regions has a meaning only with csi.topology.enabled"),
        Arguments.of(
            backend("settings: {flavor: minio, endpoint: 'http://a', sessionLife: 30m}"),
            "settings.sessionLife has a meaning only with roleArn"),
        Arguments.of(backend("kind: nfs"), "/backends/store/kind"),
        Arguments.of(backend("kind: azure"), "/backends/store/settings"),
        Arguments.of(backend("settings: {flavor: minio}"), "missing property 'endpoint'"),
        Arguments.of(
            "backends: {store: {kind: s3, settings: {flavor: aws}}}",
            "missing property 'credentials'"),
        Arguments.of(
            backend("settings: {flavor: minio, endpoint: 'http://a', pathstyle: true}"),
            "'pathstyle' not allowed"),
        Arguments.of(
            backend("settings: {flavor: minio, endpoint: 'http://a', maxConnections: 5000}"),
            "/backends/store/settings/maxConnections"),
        Arguments.of(backend("credentials: {}"), "/backends/store/credentials"),
        Arguments.of(
            backend("credentials: {existingSecret: a, values: {accessKeyId: b}}"),
            "/backends/store/credentials"),
        Arguments.of(
            backend("credentials: {values: {password: b}}"), "/backends/store/credentials/values"),
        Arguments.of(
            Values.MINIMUM + "cosi: {bucketClasses: [{name: a, parameters: {backend: fast}}]}",
            "parameters.backend of a is fast, but must be one of the backends: store"),
        Arguments.of("backends: {Store: {kind: s3}}", "/backends"));
  }

  /** A backend with one field changed. */
  private static String backend(String field) {
    String name = field.substring(0, field.indexOf(':'));
    return Pattern.compile("(?m)^    " + name + ":.*$")
        .matcher(Values.MINIMUM)
        .replaceAll("    " + field);
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void itIsRefused(String values, String message) {
    assertThat(driver.refusal(values)).contains(message);
  }

  /** All of it at once, as helm says all that is wrong. */
  @Test
  void whatTheDriverWouldRefuseIsRefused() {
    assertThat(
            driver.refusal(
                """
                backends:
                  store:
                    kind: s3
                    settings:
                      flavor: minio
                      endpoint: minio:9000
                      region: eu north
                      callTimeout: 1m
                      roleArn: role/volumes
                      sessionLife: 5s
                    credentials: {existingSecret: store-admin}
                cosi:
                  bucketClasses:
                    - {name: a, parameters: {versionning: Enabled, quota: 10Gb, objectLock: "yes"}}
                  bucketAccessClasses: [{name: a, parameters: {accessMode: readonly}}]
                csi:
                  storageClasses:
                    - {name: a, parameters: {bukket: shared, umask: "999", commit: 1s, uid: -1}}
                    - {name: b, parameters: {umask: 022}}
                  volumeSnapshotClasses: [{name: a, parameters: {backend: store}}]
                  volumeAttributesClasses: [{name: a, parameters: {expirationDays: 36501}}]
                """))
        .contains(
            "/settings/endpoint",
            "/settings/region",
            "/settings/callTimeout",
            "/settings/roleArn",
            "/settings/sessionLife",
            "'versionning' not allowed",
            "/bucketClasses/0/parameters/quota",
            "/bucketClasses/0/parameters/objectLock",
            "/bucketAccessClasses/0/parameters/accessMode",
            "'bukket' not allowed",
            "/storageClasses/0/parameters/umask",
            "/storageClasses/0/parameters/commit",
            "/storageClasses/0/parameters/uid",
            "/storageClasses/1/parameters/umask",
            "/volumeSnapshotClasses/0/parameters",
            "/volumeAttributesClasses/0/parameters/expirationDays");
  }

  @Test
  void noSecretIsRepeatedInARefusal() {
    String values =
        backend(
            "credentials: {values: {accessKeyId: %1$s, password: %1$s}}".formatted(Values.SECRET));
    assertThat(driver.refusal(values)).contains("password").doesNotContain(Values.SECRET);
  }

  @Test
  void theNamesOfExamplesAreThoseOfTheClasses() {
    Manifests usual = driver.render(Values.MINIMUM, "1.36");
    for (String kind :
        List.of("StorageClass", "VolumeSnapshotClass", "BucketClass", "BucketAccessClass")) {
      assertThat(usual.get(kind, "windlass")).isNotNull();
    }
  }
}
