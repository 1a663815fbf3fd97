package io.windlass.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;

/** Holdings of clients, as they were told: buckets, and accesses with their keys. */
public final class Holdings {
  private final Set<String> buckets = new TreeSet<>();
  private final Map<String, String> grants = new TreeMap<>();

  public void addBucket(String name) {
    buckets.add(name);
  }

  public void addGrant(String account, String accessKeyId) {
    grants.put(account, accessKeyId);
  }

  public void removeBucket(String name) {
    buckets.remove(name);
  }

  public void removeGrant(String account) {
    grants.remove(account);
  }

  public void addAll(Holdings others) {
    buckets.addAll(others.buckets);
    grants.putAll(others.grants);
  }

  /** Names of the buckets. */
  public Set<String> buckets() {
    return buckets;
  }

  /** Fails unless a driver has a finished record of each, and of nothing else. */
  void requireRecords(Map<String, JsonNode> records) {
    List<String> expected =
        Stream.concat(
                buckets.stream().map(name -> "buckets/" + name),
                grants.keySet().stream().map(account -> "grants/" + account))
            .toList();
    assertThat(records.keySet()).containsExactlyInAnyOrderElementsOf(expected);
    records.forEach(
        (key, record) -> assertThat(record.path("state").asString()).as(key).isEqualTo("READY"));
  }

  /** Access keys by account. */
  public Map<String, String> grants() {
    return grants;
  }
}
