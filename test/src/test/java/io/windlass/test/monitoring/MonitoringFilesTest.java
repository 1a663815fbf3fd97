package io.windlass.test.monitoring;

import static org.assertj.core.api.Assertions.assertThat;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Alerts and dashboard are in order: promtool accepts the alerts and their tests, each alert has a
 * test and a heading that says what to do, and the dashboard is what the code says. With {@code
 * -Dwindlass.docs=write} the dashboard is written instead of compared.
 */
class MonitoringFilesTest {
  private static final Path ALERTS = Launch.root().resolve("deploy/chart/files/alerts.yaml");
  private static final Path DASHBOARD = ALERTS.resolveSibling("dashboard.json");
  private static final Path TESTS =
      Launch.root().resolve("test/src/test/resources/monitoring/alerts-test.yaml");
  private static final Path OPERATIONS = Launch.root().resolve("docs/OPERATIONS.md");

  private static List<String> found(String pattern, Path file) throws IOException {
    return Pattern.compile(pattern)
        .matcher(Files.readString(file))
        .results()
        .map(match -> match.group(1))
        .toList();
  }

  @Test
  void promtoolAcceptsTheAlertsAndTheirTests() throws IOException {
    for (List<String> command :
        List.of(
            List.of("promtool", "check", "rules", ALERTS.toString()),
            List.of("promtool", "test", "rules", TESTS.toString()))) {
      Outcome outcome = Launch.of(command).run();
      assertThat(outcome.status()).as(outcome.out() + outcome.err()).isZero();
    }
  }

  @Test
  void eachAlertHasATestAndAHeading() throws IOException {
    List<String> alerts = found("- alert: (\\w+)", ALERTS);
    assertThat(alerts).hasSizeGreaterThan(10);
    assertThat(found("- alertname: (\\w+)", TESTS)).as("that fire").containsAll(alerts);
    assertThat(found("\\{alertname: (\\w+)", TESTS)).as("that are silent").containsAll(alerts);
    assertThat(found("(?m)^### (Windlass\\w+)$", OPERATIONS)).isEqualTo(alerts);
    assertThat(found("runbook_url: \\S+/docs/OPERATIONS.md#(\\S+)", ALERTS))
        .isEqualTo(alerts.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList());
  }

  @Test
  void alertsAndDashboardAskForMetricsThatAreDocumented() throws IOException {
    TreeSet<String> documented = new TreeSet<>(found("(?m)^\\| `(windlass_[a-z_]+)`", OPERATIONS));
    List<String> asked =
        Stream.concat(
                found("(windlass_[a-z_]+)", ALERTS).stream(),
                Dashboard.rows().values().stream()
                    .flatMap(List::stream)
                    .flatMap(panel -> panel.queries().stream())
                    .flatMap(query ->
                        Pattern.compile("windlass_[a-z_]+")
                            .matcher(query.expression())
                            .results()
                            .map(MatchResult::group)))
            .map(name -> name.replaceAll("_seconds_(count|sum|bucket)$", "_seconds"))
            .distinct()
            .toList();
    assertThat(asked).isNotEmpty();
    assertThat(documented).containsAll(asked);
  }

  @Test
  void theDashboardIsWhatTheCodeSays() throws IOException {
    String text = new Dashboard().text();
    if ("write".equals(System.getProperty("windlass.docs"))) {
      Files.writeString(DASHBOARD, text);
      return;
    }
    assertThat(Files.readString(DASHBOARD))
        .as("%s; to write it anew, see CONTRIBUTING.md", DASHBOARD)
        .isEqualTo(text);
  }
}
