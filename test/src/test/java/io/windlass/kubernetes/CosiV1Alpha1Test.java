package io.windlass.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** COSI v1alpha1 on a real Kubernetes, whose custom resources cannot be beside v1alpha2's. */
@Tag("kubernetes")
class CosiV1Alpha1Test {
  private static Cluster cluster;
  private static Kubectl kubectl;

  @BeforeAll
  static void install() {
    cluster = Cluster.start("v1alpha1");
    kubectl = cluster.kubectl();
    new Installation(cluster, "v1alpha1", false).install();
  }

  @AfterAll
  static void stop() {
    cluster.close();
  }

  @Test
  void aClaimGivesABucketAndASecretThatWorksUntilBothAreDeleted() {
    kubectl.apply(Manifests.bucketV1Alpha1("photos"));
    kubectl.awaitValue("bucketclaim/photos", ".status.bucketReady", "true");
    kubectl.awaitValue("bucketaccess/photos", ".status.accessGranted", "true");
    BucketSecret secret = BucketSecret.v1Alpha1(kubectl, "photos");
    assertThat(secret.writeAndRead("hello")).isEqualTo("hello");
    secret.remove();
    kubectl.delete("bucketaccess/photos");
    kubectl.delete("bucketclaim/photos");
    assertThat(new Store().buckets()).doesNotContain(secret.bucket());
  }
}
