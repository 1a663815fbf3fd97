package io.windlass.kubernetes;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** Windlass and the custom resources, installed from their charts as docs/INSTALL.md says. */
final class Installation {
  private final Cluster cluster;
  private final String cosiVersion;
  private final boolean csi;

  /**
   * @param cosiVersion v1alpha1 or v1alpha2
   * @param csi whether to install the CSI driver beside that of COSI
   */
  Installation(Cluster cluster, String cosiVersion, boolean csi) {
    this.cluster = cluster;
    this.cosiVersion = cosiVersion;
    this.csi = csi;
  }

  /** Installs both charts and the image, and waits until all pods are ready. */
  void install() {
    cluster.importDriver();
    Kubectl kubectl = cluster.kubectl();
    cluster.helm(
        "",
        "install",
        "windlass-crds",
        "../deploy/chart-crds",
        "--namespace=kube-system",
        "--set=cosi.apiVersion=" + cosiVersion,
        "--set=cosi.controller.image.tag=" + cosiTag(),
        "--set=snapshots.controller.replicas=1");
    kubectl.run("create", "namespace", "windlass");
    kubectl.run("label", "namespace", "windlass", "pod-security.kubernetes.io/enforce=privileged");
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    kubectl.apply(
        """
        apiVersion: v1
        kind: Secret
        metadata: {name: windlass-keys, namespace: windlass}
        stringData: {keys: "%s"}
        ---
        apiVersion: v1
        kind: Secret
        metadata: {name: store-admin, namespace: windlass}
        stringData: {accessKeyId: "%s", secretAccessKey: "%s"}
        """
            .formatted(
                Base64.getEncoder().encodeToString(key), Cluster.MINIO_USER, Cluster.MINIO_SECRET));
    helm("install");
    awaitReady();
  }

  /** Rolls all pods of the driver, as an upgrade does. */
  void upgrade(String... more) {
    helm("upgrade", more);
  }

  /** Waits until all pods of the driver are ready. */
  void awaitReady() {
    cluster.kubectl().awaitRollout("deployment/windlass-cosi");
    if (csi) {
      cluster.kubectl().awaitRollout("deployment/windlass-controller");
      cluster.kubectl().awaitRollout("daemonset/windlass-mounter");
      cluster.kubectl().awaitRollout("daemonset/windlass-node");
    }
  }

  private void helm(String command, String... more) {
    List<String> arguments =
        new ArrayList<>(
            List.of(command, "windlass", "../deploy/chart", "--namespace=windlass", "--values=-"));
    arguments.addAll(List.of(more));
    cluster.helm(
        """
        backends:
          store:
            kind: s3
            settings: {flavor: minio, endpoint: "%s"}
            credentials: {existingSecret: store-admin}
        log: {format: text}
        cosi:
          apiVersion: %s
          replicas: 1
          sidecar: {image: {tag: %s}}
        csi:
          enabled: %s
          controller: {replicas: 1}
        """
            .formatted(Cluster.MINIO, cosiVersion, cosiTag(), csi),
        arguments.toArray(String[]::new));
  }

  private String cosiTag() {
    return cosiVersion.equals("v1alpha1") ? "v0.2.2" : "ee00c269";
  }
}
