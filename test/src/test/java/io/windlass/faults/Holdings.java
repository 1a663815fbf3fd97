package io.windlass.faults;

import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/** What clients have been told that they have: buckets, and accesses with their keys. */
final class Holdings {
  private final Set<String> buckets = new TreeSet<>();
  private final Map<String, String> grants = new TreeMap<>();

  void addBucket(String name) {
    buckets.add(name);
  }

  void addGrant(String account, String accessKeyId) {
    grants.put(account, accessKeyId);
  }

  void removeBucket(String name) {
    buckets.remove(name);
  }

  void removeGrant(String account) {
    grants.remove(account);
  }

  void addAll(Holdings others) {
    buckets.addAll(others.buckets);
    grants.putAll(others.grants);
  }

  /** Names of the buckets. */
  Set<String> buckets() {
    return buckets;
  }

  /** Access keys by account. */
  Map<String, String> grants() {
    return grants;
  }
}
