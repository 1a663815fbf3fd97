package io.windlass.test.monitoring;

import static io.windlass.test.monitoring.Panel.panel;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The dashboard for Grafana, from which {@code deploy/chart/files/dashboard.json} is made. */
final class Dashboard {
  private static final int WIDTH = 24;
  private static final int HEIGHT = 8;
  private static final int COLUMNS = 3;

  private final JsonMapper json = new JsonMapper();

  /** Returns the panels by the title of their row. */
  static SequencedMap<String, List<Panel>> rows() {
    SequencedMap<String, List<Panel>> rows = new LinkedHashMap<>();
    rows.put("Mounts", mounts());
    rows.put("Nodes", nodes());
    rows.put("Calls and backends", driver());
    return rows;
  }

  private static List<Panel> mounts() {
    return List.of(
        panel("Mounts by state", "short", "sum by (state) (windlass_mounts)", "{{state}}"),
        panel(
            "Written and not on the server",
            "bytes",
            "sum by (volume) (windlass_mount_unpublished_bytes)",
            "{{volume}}"),
        panel(
                "How long it is not on the server",
                "s",
                "max by (volume) (windlass_mount_unpublished_oldest_seconds)",
                "{{volume}}")
            .and(
                "max by (volume) (windlass_mount_unpublished_overdue_seconds)",
                "{{volume}}, overdue"),
        panel(
            "Bytes",
            "Bps",
            "sum by (direction) (rate(windlass_mount_bytes_total[5m]))",
            "{{direction}}"),
        panel(
            "Bytes, the ten busiest volumes",
            "Bps",
            "topk(10, sum by (volume) (rate(windlass_mount_bytes_total{direction=~\"read|written\"}"
                + "[5m])))",
            "{{volume}}"),
        panel(
            "Requests",
            "reqps",
            "sum by (operation) (rate(windlass_mount_operation_seconds_count[5m]))",
            "{{operation}}"),
        panel(
            "Time of requests, 99 of 100",
            "s",
            "histogram_quantile(0.99, sum by (operation, le)"
                + " (rate(windlass_mount_operation_seconds_bucket[5m])))",
            "{{operation}}"),
        panel(
                "Failed requests",
                "reqps",
                "sum by (operation) (rate(windlass_mount_operation_errors_total[5m]))",
                "{{operation}}")
            .and("sum by (volume) (rate(windlass_mount_errors_total[5m]))", "{{volume}}"),
        panel("Mounts that fail now", "short", "sum(windlass_mount_failing)", "mounts"),
        panel(
            "Names from the cache",
            "percentunit",
            "sum(rate(windlass_mount_names_total{from=\"cache\"}[5m])) /"
                + " sum(rate(windlass_mount_names_total[5m]))",
            "share"),
        panel(
            "Open files",
            "short",
            "sum by (instance) (windlass_mount_open_files)",
            "{{instance}}"));
  }

  private static List<Panel> nodes() {
    return List.of(
        panel("Mounter answers", "short", "windlass_mounter_up", "{{instance}}"),
        panel(
            "Mounters replaced in an hour",
            "short",
            "increase(windlass_mounter_replaced_total[1h])",
            "{{instance}}"),
        panel(
                "Memory for reads",
                "bytes",
                "windlass_memory_budget_used_bytes",
                "{{instance}}, used")
            .and("windlass_memory_budget_bytes", "{{instance}}, most"),
        panel(
            "Reads that wait for memory",
            "short",
            "rate(windlass_memory_budget_waited_seconds_total[5m])",
            "{{instance}}"),
        panel("Disk of written files", "bytes", "windlass_staging_free_bytes", "{{instance}}, free")
            .and("sum by (instance) (windlass_mount_staged_bytes)", "{{instance}}, staged"),
        panel("Versions", "short", "count by (version) (windlass_build_info)", "{{version}}")
            .and("count by (version) (windlass_mounter_info)", "{{version}}, mounters"));
  }

  private static List<Panel> driver() {
    return List.of(
        panel(
            "Calls",
            "reqps",
            "sum by (method) (rate(windlass_rpc_seconds_count[5m]))",
            "{{method}}"),
        panel(
            "Calls that failed",
            "reqps",
            "sum by (method, code) (rate(windlass_rpc_seconds_count{code!=\"OK\"}[5m]))",
            "{{method}} {{code}}"),
        panel(
            "Time of calls, 99 of 100",
            "s",
            "histogram_quantile(0.99, sum by (method, le) (rate(windlass_rpc_seconds_bucket[5m])))",
            "{{method}}"),
        panel("Backend answers", "short", "windlass_backend_up", "{{backend}}"),
        panel(
            "Time of calls to backends, on average",
            "s",
            "sum by (backend, operation) (rate(windlass_backend_call_seconds_sum[5m])) /"
                + " sum by (backend, operation) (rate(windlass_backend_call_seconds_count[5m]))",
            "{{backend}} {{operation}}"),
        panel(
            "Calls to backends by outcome",
            "reqps",
            "sum by (backend, outcome) (rate(windlass_backend_call_seconds_count[5m]))",
            "{{backend}} {{outcome}}"),
        panel(
            "Records",
            "short",
            "max by (backend, kind) (windlass_records)",
            "{{backend}} {{kind}}"),
        panel(
            "Calls that did not finish",
            "short",
            "max by (backend, kind) (windlass_claims_stuck)",
            "{{backend}} {{kind}}"),
        panel(
            "Keys of access by the driver's key",
            "short",
            "max by (backend, key) (windlass_grants_by_key)",
            "{{backend}} {{key}}"));
  }

  /** Returns the dashboard as Grafana imports it. */
  String text() {
    ObjectNode dashboard = json.createObjectNode();
    dashboard.put("title", "Windlass").put("uid", "windlass").put("schemaVersion", 39);
    dashboard.put("refresh", "30s");
    dashboard.putObject("time").put("from", "now-6h").put("to", "now");
    dashboard.putArray("tags").add("storage");
    dashboard
        .putObject("templating")
        .putArray("list")
        .addObject()
        .put("name", "datasource")
        .put("type", "datasource")
        .put("query", "prometheus");
    ArrayNode panels = dashboard.putArray("panels");
    int y = 0;
    for (var row : rows().entrySet()) {
      ObjectNode head = panels.addObject().put("type", "row").put("title", row.getKey());
      place(head.put("id", panels.size()), 0, y++, WIDTH, 1);
      for (int i = 0; i < row.getValue().size(); i++) {
        int width = WIDTH / COLUMNS;
        ObjectNode panel = panels.addObject();
        panel.put("id", panels.size());
        place(panel, i % COLUMNS * width, y + i / COLUMNS * HEIGHT, width, HEIGHT);
        draw(panel, row.getValue().get(i));
      }
      y += (row.getValue().size() + COLUMNS - 1) / COLUMNS * HEIGHT;
    }
    return json.writerWithDefaultPrettyPrinter().writeValueAsString(dashboard) + "\n";
  }

  private static void place(ObjectNode panel, int x, int y, int width, int height) {
    panel.putObject("gridPos").put("x", x).put("y", y).put("w", width).put("h", height);
  }

  private static void draw(ObjectNode node, Panel panel) {
    node.put("type", "timeseries").put("title", panel.title());
    source(node);
    node.putObject("fieldConfig").putObject("defaults").put("unit", panel.unit()).put("min", 0);
    ArrayNode targets = node.putArray("targets");
    for (Panel.Query query : panel.queries()) {
      ObjectNode target =
          targets
              .addObject()
              .put("refId", String.valueOf((char) ('A' + targets.size() - 1)))
              .put("expr", query.expression())
              .put("legendFormat", query.legend());
      source(target);
    }
  }

  private static void source(ObjectNode of) {
    of.putObject("datasource").put("type", "prometheus").put("uid", "${datasource}");
  }
}
