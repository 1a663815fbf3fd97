package io.windlass.cli.records;

import io.windlass.cli.terminal.Amounts;
import io.windlass.csi.NodeId;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.stream.Stream;

/**
 * Records as rows of a table for people.
 *
 * @param now when the table is made
 * @param wide whether all of each field is shown
 */
record RecordRows(Instant now, boolean wide) {
  /** Columns that a narrow table may leave out; the last is the best. */
  static final List<String> OPTIONAL =
      List.of(
          "origin",
          "keys",
          "serviceAccount",
          "name",
          "group",
          "changed",
          "nodes",
          "buckets",
          "volume");

  /** Nodes of a volume that a table names which is not wide. */
  private static final int NODES = 2;

  SequencedMap<String, Object> row(SequencedMap<String, Object> fields) {
    SequencedMap<String, Object> row = new LinkedHashMap<>();
    fields.forEach((name, value) -> put(name, value, row));
    return row;
  }

  private void put(String name, Object value, Map<String, Object> row) {
    switch (name) {
      case "stuck" -> {} // the claim says it, and "show" explains it
      case "why" -> {} // said below the table
      case "capacityBytes" -> row.put("capacity", size(value));
      case "bytes" -> row.put("size", size(value));
      case "nodes" -> row.put("nodes", nodes(value.toString()));
      case "at" -> row.put("age", age(value));
      case "changed" -> row.put("changed", age(value) + " ago");
      default -> row.put(name, value instanceof Instant at ? Amounts.when(at, now) : value);
    }
  }

  /** By the server's clock, which may be ahead of ours, something may have been made in future. */
  private String age(Object value) {
    return value instanceof Instant at && at.isBefore(now)
        ? Amounts.time(Duration.between(at, now))
        : "0s";
  }

  private static String size(Object bytes) {
    return bytes instanceof Number number ? Amounts.size(number.longValue()) : "";
  }

  /** Returns names of nodes, without the keys that their ids have. */
  private String nodes(String ids) {
    List<String> names = Stream.of(ids.split(", ", -1)).map(NodeId::nameIn).toList();
    return wide || names.size() <= NODES
        ? String.join(", ", names)
        : "%s +%d".formatted(String.join(", ", names.subList(0, NODES)), names.size() - NODES);
  }
}
