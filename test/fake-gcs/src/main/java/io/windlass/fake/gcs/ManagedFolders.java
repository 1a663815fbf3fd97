package io.windlass.fake.gcs;

import java.time.Instant;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Managed folders of a bucket: cloud.google.com/storage/docs/managed-folders. */
final class ManagedFolders {
  /** A folder; its name ends with a slash. */
  record ManagedFolder(String name, Instant created, PolicyHistory policy) {}

  private final NavigableMap<String, ManagedFolder> all = new TreeMap<>(ObjectTable.ORDER);

  boolean isEmpty() {
    return all.isEmpty();
  }

  Stream<ManagedFolder> all() {
    return all.values().stream();
  }

  Optional<ManagedFolder> find(String name) {
    return Optional.ofNullable(all.get(name));
  }

  void put(ManagedFolder folder) {
    all.put(folder.name(), folder);
  }

  void remove(String name) {
    all.remove(name);
  }

  /**
   * Returns the policies of the managed folders that contain an object, a prefix or a managed
   * folder.
   */
  Stream<PolicyHistory> above(String object) {
    return all().filter(each -> object.startsWith(each.name())).map(ManagedFolder::policy);
  }
}
