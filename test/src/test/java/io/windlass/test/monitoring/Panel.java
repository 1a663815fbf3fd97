package io.windlass.test.monitoring;

import java.util.List;

/**
 * A panel of the dashboard.
 *
 * @param unit unit of Grafana, such as {@code bytes}
 * @param queries what it draws
 */
record Panel(String title, String unit, List<Query> queries) {
  Panel {
    queries = List.copyOf(queries);
  }

  /**
   * A query of Prometheus.
   *
   * @param legend name of each series, with labels in double braces
   */
  record Query(String expression, String legend) {}

  static Panel panel(String title, String unit, String expression, String legend) {
    return new Panel(title, unit, List.of(new Query(expression, legend)));
  }

  /** Returns this panel with a second query. */
  Panel and(String expression, String legend) {
    return new Panel(title, unit, List.of(queries.getFirst(), new Query(expression, legend)));
  }
}
