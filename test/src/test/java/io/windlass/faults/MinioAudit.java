package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.MinioAccounts;
import io.windlass.testing.MinioServer;
import io.windlass.testing.S3Clients;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import software.amazon.awssdk.services.s3.S3Client;
import software.amazon.awssdk.services.s3.model.Bucket;
import software.amazon.awssdk.services.s3.model.DeleteMarkerEntry;
import software.amazon.awssdk.services.s3.model.ObjectVersion;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What lies on a MinIO server that is the drivers' alone. */
final class MinioAudit implements Audit {
  private final MinioServer server;

  MinioAudit(MinioServer server) {
    this.server = server;
  }

  @Override
  public void requireExactly(Holdings holdings) {
    try (S3Client s3 =
        S3Clients.client(server.endpoint(), server.rootAccessKey(), server.rootSecret())) {
      requireBuckets(s3, holdings);
      requireRecords(s3, holdings);
    }
    requireAccounts(holdings);
  }

  private static void requireBuckets(S3Client s3, Holdings holdings) {
    Set<String> expected = new TreeSet<>(holdings.buckets());
    expected.add(DriverSetup.REGISTRY);
    assertThat(s3.listBuckets().buckets().stream().map(Bucket::name))
        .containsExactlyInAnyOrderElementsOf(expected);
  }

  private static void requireRecords(S3Client s3, Holdings holdings) {
    List<String> expected =
        Stream.concat(
                holdings.buckets().stream().map(name -> "buckets/" + name),
                holdings.grants().keySet().stream().map(account -> "grants/" + account))
            .toList();
    String registry = DriverSetup.REGISTRY;
    var pages = s3.listObjectVersionsPaginator(b -> b.bucket(registry));
    assertThat(pages.stream().flatMap(page -> page.deleteMarkers().stream()))
        .extracting(DeleteMarkerEntry::key)
        .isEmpty();
    List<ObjectVersion> versions = pages.versions().stream().toList();
    Set<String> current =
        versions.stream()
            .filter(ObjectVersion::isLatest)
            .map(ObjectVersion::key)
            .collect(Collectors.toSet());
    assertThat(current).containsExactlyInAnyOrderElementsOf(expected);
    assertThat(versions).extracting(ObjectVersion::key).isSubsetOf(current);
    assertThat(s3.listMultipartUploads(b -> b.bucket(registry)).uploads()).isEmpty();
    JsonMapper json = new JsonMapper();
    for (String key : current) {
      JsonNode record =
          json.readTree(s3.getObjectAsBytes(b -> b.bucket(registry).key(key)).asByteArray());
      assertThat(record.path("claim").isNull()).as("%s is claimed by nobody", key).isTrue();
      assertThat(record.path("value").path("state").asString()).as(key).isEqualTo("READY");
    }
  }

  private void requireAccounts(Holdings holdings) {
    MinioAccounts accounts = MinioAccounts.of(server);
    assertThat(accounts.users()).containsExactlyInAnyOrderElementsOf(holdings.grants().values());
    assertThat(accounts.attached().keySet()).isEqualTo(accounts.users());
    assertThat(accounts.policies())
        .containsExactlyInAnyOrderElementsOf(accounts.attached().values());
  }
}
