package io.windlass.faults.csi;

import io.windlass.test.driver.DriverSetup;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What clients have been told that they have.
 *
 * @param snapshots their ids, each with the id of its volume; those of groups are among them
 * @param groups ids of groups of snapshots
 */
record CsiHoldings(List<Held> volumes, Map<String, String> snapshots, Set<String> groups) {
  static final CsiHoldings NONE = new CsiHoldings(List.of(), Map.of(), Set.of());

  /**
   * A volume.
   *
   * @param attached whether the node may use it
   * @param staged where it is staged
   * @param targets where it is published
   */
  record Held(String id, boolean attached, Optional<Path> staged, Set<Path> targets) {}

  /** The id of a volume or snapshot as the backend has it. */
  static String local(String id) {
    return id.substring(DriverSetup.BACKEND.length() + 1);
  }

  static String bucket(String id) {
    return local(id).split("/", 2)[0];
  }

  /** Returns the prefix of the files of a volume in its bucket. */
  static String prefix(String id) {
    String[] parts = local(id).split("/", 2);
    return parts.length == 1 ? "" : parts[1] + "/";
  }

  /** Returns the local ids of the volumes that callers can see. */
  Set<String> volumeIds() {
    return volumes.stream().map(held -> local(held.id())).collect(Collectors.toSet());
  }

  /**
   * Returns the local ids of all volumes that have data on the server, also of deleted ones that
   * snapshots need.
   */
  Set<String> neededIds() {
    Set<String> all = new TreeSet<>(volumeIds());
    snapshots.values().forEach(id -> all.add(local(id)));
    return all;
  }

  /** Buckets of which there are snapshots. */
  Set<String> snapshotBuckets() {
    return snapshots.values().stream().map(CsiHoldings::bucket).collect(Collectors.toSet());
  }

  /** Places at which volumes are staged. */
  Set<Path> staged() {
    return volumes.stream().flatMap(held -> held.staged().stream()).collect(Collectors.toSet());
  }

  /** Returns the paths at which volumes are mounted. */
  Set<Path> mounted() {
    return Stream.concat(
            staged().stream(), volumes.stream().flatMap(held -> held.targets().stream()))
        .collect(Collectors.toSet());
  }
}
