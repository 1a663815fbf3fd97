package io.windlass.test.chart;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Values of the driver's chart, as YAML.
 *
 * @param name what is special about them
 * @param kubernetes releases for which they are rendered
 */
record Values(String name, String text, List<String> kubernetes) {
  /** Oldest and newest that the charts are for, and those between where the API changed. */
  static final List<String> RELEASES = List.of("1.31", "1.33", "1.35", "1.36", "1.37");

  /** A value that must only be in Secrets. */
  static final String SECRET = "nobody-may-see-this";

  /** The same in a key of the driver's own: 32 bytes in base64. */
  static final String SECRET_KEY = "bm9ib2R5LW1heS1zZWUtdGhpcy1rZXktb2Ytb3Vycy4=";

  private static final String CERTIFICATE =
      "-----BEGIN CERTIFICATE-----\\nMIIB\\n-----END CERTIFICATE-----\\n";

  /** What a backend needs at least. */
  static final String MINIMUM =
      """
      backends:
        store:
          kind: s3
          settings: {flavor: minio, endpoint: "https://minio.storage.svc:9000"}
          credentials: {existingSecret: store-admin}
      """;

  @Override
  public String toString() {
    return name;
  }

  private static Values of(String name, String more) {
    return new Values(name, MINIMUM + more, List.of("1.36"));
  }

  /** Everything that can be switched on, on a release that has it. */
  static Values everything() {
    return new Values(
        "everything",
        """
        createNamespace: true
        global: {imageRegistry: registry.example.com/mirror, imagePullSecrets: [pull]}
        image: {digest: "sha256:%1$s"}
        keys: {existingSecret: "", value: "%2$s"}
        backends:
          fast-store:
            kind: s3
            settings:
              flavor: minio
              endpoint: http://minio:9000
              publicEndpoint: https://s3.example.com
              region: eu-1
              pathStyle: true
              callTimeout: 5s
              maxConnections: 1024
              regions: [eu-1, eu-2]
              registryBucket: records
              registryCreate: false
              roleArn: "arn:aws:iam::000000000000:role/volumes"
            credentials: {values: {accessKeyId: %3$s, secretAccessKey: %3$s}}
            caCertificate: {pem: "%4$s"}
          cloud:
            kind: azure
            settings: {account: myaccount}
            credentials:
              existingSecret: cloud
              serviceAccountToken: {audience: "api://AzureADTokenExchange"}
            caCertificate: {existingConfigMap: cloud-ca}
        metrics:
          podMonitor: {enabled: true, labels: {release: prometheus}}
          prometheusRule: {enabled: true, labels: {release: prometheus}}
          dashboard: {enabled: true}
        tracing: {endpoint: "http://collector.monitoring.svc:4318"}
        networkPolicy:
          metricsFrom: [{namespaceSelector: {matchLabels: {name: monitoring}}}]
          nodes: [{ipBlock: {cidr: 10.1.0.0/16}}]
          egress: [{to: [{ipBlock: {cidr: 10.0.0.0/8}}]}]
        cosi:
          podLabels: {team: storage}
          podAnnotations: {note: cosi}
          tolerations: [{key: control, operator: Exists}]
          env: [{name: TZ, value: UTC}]
          serviceAccountAnnotations: {azure.workload.identity/client-id: "1"}
          sidecar: {extraArgs: [--debug]}
          bucketClasses:
            - {name: kept, deletionPolicy: Retain, parameters: {quota: 10Gi, expirationDays: 30}}
          bucketAccessClasses:
            - {name: reader, parameters: {accessMode: ReadOnly}}
            - {name: identity, authenticationType: ServiceAccount}
        csi:
          maxVolumesPerNode: 100
          topology: {enabled: true}
          controller: {env: [{name: TZ, value: UTC}], affinity: {nodeAffinity: {}}}
          provisioner: {extraArgs: [--worker-threads=10]}
          node:
            kubeletDir: /var/lib/k0s/kubelet
            endpoints: ["https://other.example.com"]
            caCertificate: {pem: "%4$s"}
            hostNetwork: true
            affinity: {nodeAffinity: {}}
          mounter: {cache: {size: 20Gi, hostPath: /mnt/nvme/windlass}}
          storageClasses:
            - name: shared
              default: true
              reclaimPolicy: Retain
              volumeBindingMode: WaitForFirstConsumer
              mountOptions: [umask=027]
              parameters: {bucket: shared, maxObjects: 1000000}
          volumeSnapshotClasses: [{name: shared, default: true}]
          volumeAttributesClasses: [{name: fresh, parameters: {metadataTtl: 5s}}]
        """
            .formatted("0".repeat(64), SECRET_KEY, SECRET, CERTIFICATE),
        List.of("1.36", "1.37"));
  }

  /** The values of an example, by the name of its file. */
  static Values example(String file) {
    try {
      Path path = Helm.folder("chart").resolve("examples").resolve(file);
      return new Values(file, Files.readString(path), List.of("1.36"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Values> examples() {
    try (Stream<Path> files = Files.list(Helm.folder("chart").resolve("examples"))) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(file -> file.startsWith("values-"))
          .map(Values::example)
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Each example, and each feature off or on, beside what is rendered for all releases. */
  static List<Values> matrix() {
    List<Values> matrix = new ArrayList<>(examples());
    matrix.add(new Values("defaults", MINIMUM, RELEASES));
    matrix.add(everything());
    matrix.add(of("COSI alone", "csi: {enabled: false}"));
    matrix.add(of("CSI alone", "cosi: {enabled: false}"));
    matrix.add(of("v1alpha2", "cosi: {apiVersion: v1alpha2, sidecar: {image: {tag: main}}}"));
    matrix.add(of("no resizer", "csi: {resizer: {enabled: false}}"));
    matrix.add(of("no snapshots", "csi: {snapshotter: {enabled: false}}"));
    matrix.add(of("no groups", "csi: {snapshotter: {groups: false}}"));
    matrix.add(of("region by name", "csi: {topology: {enabled: true, region: eu-1}}"));
    matrix.add(of("cache in the pod", "csi: {mounter: {cache: {size: 20Gi}}}"));
    matrix.add(
        of(
            "OpenShift",
            "openshift: {enabled: true}\ncsi: {node: {hostNetwork: true}}\n"
                + "networkPolicy: {nodes: [{ipBlock: {cidr: 10.1.0.0/16}}]}"));
    matrix.add(of("no network policy", "networkPolicy: {enabled: false}"));
    matrix.add(of("no classes", "cosi: {bucketClasses: []}\ncsi: {storageClasses: []}"));
    return matrix;
  }
}
