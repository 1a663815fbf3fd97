package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.driver.DriverSetup;
import io.windlass.testing.MinioServer;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** What lies on a MinIO server that is the drivers' alone. */
final class MinioAudit implements Audit {
  private final MinioServer server;

  MinioAudit(MinioServer server) {
    this.server = server;
  }

  @Override
  public void requireExactly(Holdings holdings) {
    try (MinioContents contents = new MinioContents(server)) {
      Set<String> expected = new TreeSet<>(holdings.buckets());
      expected.add(DriverSetup.REGISTRY);
      assertThat(contents.buckets()).isEqualTo(expected);
      requireRecords(contents.records(), holdings);
      assertThat(contents.users()).containsExactlyInAnyOrderElementsOf(holdings.grants().values());
    }
  }

  private static void requireRecords(Map<String, JsonNode> records, Holdings holdings) {
    List<String> expected =
        Stream.concat(
                holdings.buckets().stream().map(name -> "buckets/" + name),
                holdings.grants().keySet().stream().map(account -> "grants/" + account))
            .toList();
    assertThat(records.keySet()).containsExactlyInAnyOrderElementsOf(expected);
    records.forEach(
        (key, record) -> assertThat(record.path("state").asString()).as(key).isEqualTo("READY"));
  }
}
