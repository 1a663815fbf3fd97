package io.windlass.kubernetes;

/** What users apply. The classes are those that the chart makes. */
final class Manifests {
  private Manifests() {}

  /** A bucket, and access to it by a Secret that is called like it. */
  static String bucketV1Alpha2(String name, String mode) {
    return """
    apiVersion: objectstorage.k8s.io/v1alpha2
    kind: BucketClaim
    metadata: {name: %1$s}
    spec: {bucketClassName: windlass, protocols: [S3]}
    ---
    apiVersion: objectstorage.k8s.io/v1alpha2
    kind: BucketAccess
    metadata: {name: %1$s}
    spec:
      bucketAccessClassName: windlass
      protocol: S3
      bucketClaims: [{bucketClaimName: %1$s, accessMode: %2$s, accessSecretName: %1$s}]
    """
        .formatted(name, mode);
  }

  /** The same in v1alpha1. */
  static String bucketV1Alpha1(String name) {
    return """
    apiVersion: objectstorage.k8s.io/v1alpha1
    kind: BucketClaim
    metadata: {name: %1$s}
    spec: {bucketClassName: windlass, protocols: [s3]}
    ---
    apiVersion: objectstorage.k8s.io/v1alpha1
    kind: BucketAccess
    metadata: {name: %1$s}
    spec:
      bucketClaimName: %1$s
      bucketAccessClassName: windlass
      credentialsSecretName: %1$s
      protocol: s3
    """
        .formatted(name);
  }

  /** A volume that many pods may write. */
  static String volume(String name, String size) {
    return volume(name, size, "");
  }

  /**
   * A volume with content.
   *
   * @param source like {@code {kind: PersistentVolumeClaim, name: data}}
   */
  static String volume(String name, String size, String source) {
    return """
    apiVersion: v1
    kind: PersistentVolumeClaim
    metadata: {name: %1$s}
    spec:
      storageClassName: windlass
      accessModes: [ReadWriteMany]
      resources: {requests: {storage: %2$s}}
      %3$s
    """
        .formatted(name, size, source.isEmpty() ? "" : "dataSource: " + source);
  }

  /** A snapshot of a volume. */
  static String snapshot(String name, String volume) {
    return """
    apiVersion: snapshot.storage.k8s.io/v1
    kind: VolumeSnapshot
    metadata: {name: %s}
    spec: {volumeSnapshotClassName: windlass, source: {persistentVolumeClaimName: %s}}
    """
        .formatted(name, volume);
  }

  /** A snapshot of all volumes with a label {@code group}. */
  static String groupSnapshot(String name, String group) {
    return """
    apiVersion: groupsnapshot.storage.k8s.io/v1
    kind: VolumeGroupSnapshot
    metadata: {name: %s}
    spec:
      volumeGroupSnapshotClassName: windlass
      source: {selector: {matchLabels: {group: %s}}}
    """
        .formatted(name, group);
  }

  /** A pod that has a volume at /data and runs a script of the shell. */
  static String pod(String name, String claim, String script) {
    return podOf(name, "persistentVolumeClaim: {claimName: " + claim + "}", script);
  }

  /** A pod with an inline volume, whose bucket and key are in a Secret that COSI wrote. */
  static String inlinePod(String name, String secret, String script) {
    return podOf(
        name,
        "csi: {driver: csi.windlass.io, nodePublishSecretRef: {name: " + secret + "}}",
        script);
  }

  private static String podOf(String name, String volume, String script) {
    return """
    apiVersion: v1
    kind: Pod
    metadata: {name: %s}
    spec:
      restartPolicy: Never
      terminationGracePeriodSeconds: 2
      automountServiceAccountToken: false
      securityContext: {runAsUser: 1000, runAsGroup: 1000, fsGroup: 1000}
      containers:
        - name: workload
          image: localhost/windlass/busybox:1
          command: [/bin/sh, -c]
          args:
            - |
    %s
          volumeMounts: [{name: data, mountPath: /data}]
      volumes:
        - name: data
          %s
    """
        .formatted(name, script.indent(12).stripTrailing(), volume);
  }
}
