package io.windlass.test.monitoring;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.windlass.test.driver.Scrape;
import io.windlass.testing.Programs;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A Prometheus as a process, which scrapes one driver every second. */
final class Prometheus implements AutoCloseable {
  private final JsonMapper json = new JsonMapper();
  private final Process process;
  private final int port;

  private Prometheus(Process process, int port) {
    this.process = process;
    this.port = port;
  }

  /**
   * Starts one.
   *
   * @param directory where it keeps what it has, and its output
   * @param target port of the driver's metrics
   */
  static Prometheus start(Path directory, int target, Path rules) throws IOException {
    int port;
    try (ServerSocket socket = new ServerSocket(0)) {
      port = socket.getLocalPort();
    }
    Path config = directory.resolve("prometheus.yml");
    Files.writeString(
        config,
        """
        global: {scrape_interval: 1s, evaluation_interval: 1s}
        rule_files: ["%s"]
        scrape_configs:
          - job_name: windlass
            static_configs: [{targets: ["127.0.0.1:%d"]}]
        """
            .formatted(rules, target));
    Process process =
        Programs.process(
                "prometheus",
                "--config.file=" + config,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("output").toFile())
            .start();
    return new Prometheus(process, port);
  }

  /** Returns the series that a query finds. */
  List<JsonNode> query(String expression) {
    String page = Scrape.page(port, "/api/v1/query?query=" + URLEncoder.encode(expression, UTF_8));
    return json.readTree(page).at("/data/result").valueStream().toList();
  }

  /** Returns the health of each rule: {@code ok} if it could be evaluated. */
  List<String> healthOfRules() {
    return json.readTree(Scrape.page(port, "/api/v1/rules"))
        .at("/data/groups")
        .valueStream()
        .flatMap(group -> group.path("rules").valueStream())
        .map(rule -> rule.path("health").asString())
        .toList();
  }

  @Override
  public void close() {
    process.destroyForcibly();
    process.onExit().join();
  }
}
