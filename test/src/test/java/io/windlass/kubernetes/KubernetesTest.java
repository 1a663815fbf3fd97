package io.windlass.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.windlass.testing.BuildOutput;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.S3Exception;

/** CSI, and COSI v1alpha2, on a real Kubernetes, installed from the charts. */
@Tag("kubernetes")
class KubernetesTest {
  private static Cluster cluster;
  private static Kubectl kubectl;
  private static Installation installation;
  private static Store store;

  @BeforeAll
  static void install() {
    cluster = Cluster.start("v1alpha2");
    kubectl = cluster.kubectl();
    store = new Store();
    installation = new Installation(cluster, "v1alpha2", true);
    installation.install();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void aClaimGivesABucketAndASecretThatWorks() {
    kubectl.apply(Manifests.bucketV1Alpha2("photos", "ReadWrite"));
    kubectl.awaitValue("bucketclaim/photos", ".status.readyToUse", "true");
    kubectl.awaitValue("bucketaccess/photos", ".status.readyToUse", "true");
    BucketSecret secret = BucketSecret.v1Alpha2(kubectl, "photos");
    assertThat(secret.writeAndRead("hello")).isEqualTo("hello");
    assertThat(store.buckets()).contains(secret.bucket());
  }

  @Test
  void readOnlyAccessRefusesWrites() {
    kubectl.apply(Manifests.bucketV1Alpha2("archive", "ReadOnly"));
    kubectl.awaitValue("bucketaccess/archive", ".status.readyToUse", "true");
    BucketSecret secret = BucketSecret.v1Alpha2(kubectl, "archive");
    try (S3Client client = secret.client()) {
      assertThat(client.listObjectsV2(r -> r.bucket(secret.bucket())).contents()).isEmpty();
      assertThatThrownBy(() ->
              client.putObject(
                  r -> r.bucket(secret.bucket()).key("k"), RequestBody.fromString("v")))
          .isInstanceOfSatisfying(
              S3Exception.class, e -> assertThat(e.statusCode()).isEqualTo(403));
    }
  }

  @Test
  void anInlineVolumeHasTheBucketOfASecret() {
    kubectl.apply(Manifests.bucketV1Alpha2("inline", "ReadWrite"));
    kubectl.awaitValue("bucketaccess/inline", ".status.readyToUse", "true");
    kubectl.apply(Manifests.inlinePod("inline", "inline", "echo from a pod > /data/file"));
    kubectl.awaitValue("pod/inline", ".status.phase", "Succeeded");
    kubectl.delete("pod/inline");
    String bucket = BucketSecret.v1Alpha2(kubectl, "inline").bucket();
    assertThat(store.content(bucket, "file")).isEqualTo("from a pod\n");
  }

  @Test
  void aVolumeIsWrittenGrownSnapshottedRestoredClonedAndDeleted() {
    kubectl.apply(Manifests.volume("data", "1Gi"));
    kubectl.awaitValue("pvc/data", ".status.phase", "Bound");
    kubectl.apply(Manifests.pod("writer", "data", "echo one > /data/file; sleep 100000"));
    kubectl.awaitValue("pod/writer", ".status.phase", "Running");
    kubectl.run(
        "patch",
        "pvc",
        "data",
        "-p",
        "{\"spec\":{\"resources\":{\"requests\":{\"storage\":\"3Gi\"}}}}");
    kubectl.awaitValue("pvc/data", ".status.capacity.storage", "3Gi");
    assertThat(kubectl.run("exec", "writer", "--", "df", "-h", "/data")).contains("3.0G");
    kubectl.delete("pod/writer");
    String bucket = bucketOf("data");
    assertThat(store.content(bucket, "file")).isEqualTo("one\n");

    kubectl.apply(Manifests.snapshot("monday", "data"));
    kubectl.awaitValue("volumesnapshot/monday", ".status.readyToUse", "true");
    assertThat(kubectl.get("volumesnapshot/monday", ".status.restoreSize")).isEqualTo("3Gi");

    kubectl.apply(Manifests.pod("second", "data", "echo two > /data/file"));
    kubectl.awaitValue("pod/second", ".status.phase", "Succeeded");
    kubectl.apply(
        Manifests.volume(
            "restored",
            "3Gi",
            "{apiGroup: snapshot.storage.k8s.io, kind: VolumeSnapshot, name: monday}"));
    kubectl.apply(Manifests.volume("cloned", "3Gi", "{kind: PersistentVolumeClaim, name: data}"));
    kubectl.awaitValue("pvc/restored", ".status.phase", "Bound");
    kubectl.awaitValue("pvc/cloned", ".status.phase", "Bound");
    assertThat(store.content(bucketOf("restored"), "file")).isEqualTo("one\n");
    assertThat(store.content(bucketOf("cloned"), "file")).isEqualTo("two\n");

    List<String> buckets = List.of(bucket, bucketOf("restored"), bucketOf("cloned"));
    List<String> volumes =
        List.of("pv/" + volumeOf("data"), "pv/" + volumeOf("restored"), "pv/" + volumeOf("cloned"));
    kubectl.delete("pod/second");
    kubectl.delete("volumesnapshot/monday");
    for (String claim : List.of("restored", "cloned", "data")) {
      kubectl.delete("pvc/" + claim);
    }
    volumes.forEach(kubectl::awaitGone);
    assertThat(store.buckets()).doesNotContainAnyElementsOf(buckets);
  }

  @Test
  void volumesAreSnapshottedTogether() {
    for (String name : List.of("left", "right")) {
      kubectl.apply(Manifests.volume(name, "1Gi"));
      kubectl.run("label", "pvc/" + name, "group=both");
      kubectl.awaitValue("pvc/" + name, ".status.phase", "Bound");
    }
    kubectl.apply(Manifests.groupSnapshot("together", "both"));
    kubectl.awaitValue("volumegroupsnapshot/together", ".status.readyToUse", "true");
    // The controller tells of each by itself, some of them after the group.
    kubectl.awaitLines(
        List.of("true", "true"),
        "get",
        "volumesnapshots",
        "--output",
        "jsonpath={range .items[?(@.status.volumeGroupSnapshotName==\"together\")]}{.status.readyToUse}{\"\\n\"}{end}");
    kubectl.delete("volumegroupsnapshot/together");
    kubectl.delete("pvc/left");
    kubectl.delete("pvc/right");
  }

  @Test
  void everythingThatIsKilledInTheMiddleGoesOn() {
    for (int i = 0; i < 4; i++) {
      kubectl.apply(Manifests.volume("killed-" + i, "1Gi"));
      kubectl.apply(Manifests.bucketV1Alpha2("killed-" + i, "ReadWrite"));
    }
    Containers.kill("csi-provisioner");
    Containers.kill("cosi-v1alpha2-sidecar");
    Containers.kill("cosi-v1alpha2-controller");
    Containers.killDrivers();
    cluster.restart(Cluster.API_SERVER);
    kubectl.awaitReady();
    for (int i = 0; i < 4; i++) {
      kubectl.awaitValue("pvc/killed-" + i, ".status.phase", "Bound");
      kubectl.awaitValue("bucketaccess/killed-" + i, ".status.readyToUse", "true");
      assertThat(BucketSecret.v1Alpha2(kubectl, "killed-" + i).writeAndRead("on")).isEqualTo("on");
    }
    List<String> volumes =
        IntStream.range(0, 4).mapToObj(i -> "pv/" + volumeOf("killed-" + i)).toList();
    for (int i = 0; i < 4; i++) {
      kubectl.run("delete", "pvc/killed-" + i, "--wait=false");
    }
    Containers.kill("csi-provisioner");
    Containers.killDrivers();
    volumes.forEach(kubectl::awaitGone);
  }

  @Test
  void podsDoNotNoticeThatBothDaemonSetsAreReplaced() {
    kubectl.apply(Manifests.volume("rolled", "1Gi"));
    kubectl.apply(Manifests.pod("rolled-writer", "rolled", TimedWork.WRITER));
    kubectl.apply(Manifests.pod("rolled-reader", "rolled", TimedWork.READER));
    kubectl.awaitValue("pod/rolled-writer", ".status.phase", "Running");
    kubectl.awaitValue("pod/rolled-reader", ".status.phase", "Running");
    String before = kubectl.podsOf("node") + kubectl.podsOf("mounter");

    installation.upgrade(
        "--set-string=csi.node.podAnnotations.round=2",
        "--set-string=csi.mounter.podAnnotations.round=2");
    installation.awaitReady();

    assertThat(kubectl.podsOf("node") + kubectl.podsOf("mounter")).isNotEqualTo(before);
    TimedWork writer = TimedWork.of(kubectl.run("logs", "rolled-writer"));
    TimedWork reader = TimedWork.of(kubectl.run("logs", "rolled-reader"));
    BuildOutput.say(
        "[kubernetes] both DaemonSets replaced: %d writes, longest %d ms; %d reads, longest %d ms; %d errors"
            .formatted(
                writer.done(),
                writer.longest().toMillis(),
                reader.done(),
                reader.longest().toMillis(),
                writer.errors().size() + reader.errors().size()));
    assertThat(writer.errors()).isEmpty();
    assertThat(reader.errors()).isEmpty();
    assertThat(writer.done()).isGreaterThan(10);
    assertThat(reader.done()).isGreaterThan(10);
    assertThat(writer.longest()).isLessThan(Duration.ofMinutes(2));
    // Unpublished by the new pods, what the old pods had mounted; it hangs nowhere.
    kubectl.delete("pod/rolled-writer");
    kubectl.delete("pod/rolled-reader");
    kubectl.delete("pvc/rolled");
  }

  private static String volumeOf(String claim) {
    return kubectl.get("pvc/" + claim, ".spec.volumeName");
  }

  /** The id of a volume is that of its backend, a slash, and its bucket. */
  private static String bucketOf(String claim) {
    String id = kubectl.get("pv/" + volumeOf(claim), ".spec.csi.volumeHandle");
    return id.substring(id.indexOf('/') + 1);
  }
}
