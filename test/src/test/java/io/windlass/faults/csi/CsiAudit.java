package io.windlass.faults.csi;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.driver.DriverSetup;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Compares the contents of a server of S3 with what clients hold through CSI. */
final class CsiAudit {
  /** Written to learn the server's time; it stays. */
  private static final String CLOCK = S3Contents.SNAPSHOT_DATA + "clock";

  private final S3Contents contents;
  private final Optional<String> shared;

  /**
   * @param shared a bucket for folders, which stays
   */
  CsiAudit(S3Contents contents, Optional<String> shared) {
    this.contents = contents;
    this.shared = shared;
  }

  /** Fails if something is missing, or if something is left that no client holds. */
  void requireExactly(CsiHoldings holdings) {
    Set<String> buckets = shared.stream().collect(Collectors.toCollection(TreeSet::new));
    holdings.neededIds().forEach(id -> buckets.add(id.split("/", 2)[0]));
    Map<String, Set<String>> records = new TreeMap<>();
    Map<String, JsonNode> values = contents.records();
    values
        .keySet()
        .forEach(key -> {
          String[] parts = key.split("/", 2);
          records.computeIfAbsent(parts[0], _ -> new TreeSet<>()).add(parts[1]);
        });
    requireKind(records, "buckets", buckets);
    requireKind(records, "volumes", holdings.neededIds());
    requireKind(
        records,
        "snapshots",
        holdings.snapshots().keySet().stream().map(CsiHoldings::local).collect(Collectors.toSet()));
    requireKind(
        records,
        "groups",
        holdings.groups().stream().map(CsiHoldings::local).collect(Collectors.toSet()));
    requireKind(records, "snapshot-sources", holdings.snapshotBuckets());
    requireKind(records, "grants", accounts(values));
    Set<String> fills = records.getOrDefault("fills", Set.of());
    records.remove("fills");
    assertThat(holdings.neededIds()).as("fills").containsAll(fills);
    assertThat(records).as("other records").isEmpty();
    requireStates(values, holdings);
    requireSnapshotData(holdings);
    assertThat(contents.keys()).hasSameSizeAs(accounts(values));
    buckets.forEach(contents::requireNoUploads);
    buckets.stream()
        .filter(bucket -> !holdings.snapshotBuckets().contains(bucket))
        .forEach(contents::requireNoOldVersionsForLong);
    shared.ifPresent(bucket -> requireFolders(bucket, holdings));
    buckets.add(DriverSetup.REGISTRY);
    assertThat(contents.buckets()).isEqualTo(buckets);
  }

  private static void requireKind(
      Map<String, Set<String>> records, String kind, Set<String> expected) {
    Set<String> found = records.getOrDefault(kind, Set.of());
    records.remove(kind);
    assertThat(found).as(kind).containsExactlyInAnyOrderElementsOf(expected);
  }

  /** Returns the accounts of all nodes that have a volume. */
  private static Set<String> accounts(Map<String, JsonNode> values) {
    return values.entrySet().stream()
        .filter(record -> record.getKey().startsWith("volumes/"))
        .flatMap(record -> record.getValue().path("attachments").valueStream())
        .map(attachment -> attachment.path("account").asString())
        .collect(Collectors.toSet());
  }

  private static void requireStates(Map<String, JsonNode> values, CsiHoldings holdings) {
    Set<String> living = holdings.volumeIds();
    Set<String> attached =
        holdings.volumes().stream()
            .filter(CsiHoldings.Held::attached)
            .map(held -> CsiHoldings.local(held.id()))
            .collect(Collectors.toSet());
    values.forEach((key, value) -> {
      String[] parts = key.split("/", 2);
      boolean volume = parts[0].equals("volumes");
      if (value.has("state")) {
        String state =
            switch (parts[0]) {
              case "volumes" -> living.contains(parts[1]) ? "READY" : "RELEASED";
              case "groups" -> "CUT";
              default -> "READY";
            };
        assertThat(value.path("state").asString()).as(key).isEqualTo(state);
      }
      if (volume) {
        assertThat(value.path("attachments").size())
            .as("nodes of %s", key)
            .isEqualTo(attached.contains(parts[1]) ? 1 : 0);
      }
    });
  }

  private void requireSnapshotData(CsiHoldings holdings) {
    Set<String> owners =
        holdings.snapshots().keySet().stream()
            .map(id -> S3Contents.SNAPSHOT_DATA + "snapshots/" + CsiHoldings.local(id) + "/")
            .collect(Collectors.toSet());
    assertThat(contents.keys(DriverSetup.REGISTRY))
        .filteredOn(key -> key.startsWith(S3Contents.SNAPSHOT_DATA) && !key.equals(CLOCK))
        .allMatch(key -> owners.stream().anyMatch(key::startsWith));
  }

  /** In the shared bucket there is nothing for callers but the folders of volumes. */
  private void requireFolders(String bucket, CsiHoldings holdings) {
    Set<String> folders =
        holdings.volumeIds().stream()
            .filter(id -> id.startsWith(bucket + "/"))
            .map(id -> id.substring(bucket.length() + 1) + "/")
            .collect(Collectors.toSet());
    Stream<String> keys = contents.objects(bucket, "").keySet().stream();
    assertThat(keys).allMatch(key -> folders.stream().anyMatch(key::startsWith));
  }
}
