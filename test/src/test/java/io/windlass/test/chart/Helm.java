package io.windlass.test.chart;

import io.windlass.test.launcher.Launch;
import io.windlass.test.launcher.Launch.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders a chart of this source tree with {@code helm template}.
 *
 * @param program helm
 * @param chart folder of {@code deploy}
 * @param release name of the release, and of its namespace
 */
record Helm(Path program, String chart, String release) {
  static Helm driver(ChartTools tools) {
    return new Helm(tools.helm(), "chart", "windlass");
  }

  static Helm customResources(ChartTools tools) {
    return new Helm(tools.helm(), "chart-crds", "windlass-crds");
  }

  static Path folder(String chart) {
    return Launch.root().resolve("deploy").resolve(chart);
  }

  /** Renders with the values of a YAML text, for a release of Kubernetes such as 1.36. */
  Manifests render(String values, String kubernetes) {
    Outcome outcome = run(values, kubernetes);
    if (outcome.status() != 0) {
      throw new AssertionError(outcome.err());
    }
    return new Manifests(Yaml.documents(outcome.out()));
  }

  /** Returns why helm refuses values. */
  String refusal(String values) {
    Outcome outcome = run(values, "1.36");
    if (outcome.status() == 0) {
      throw new AssertionError("these values were not refused:\n" + values);
    }
    return outcome.err();
  }

  private Outcome run(String values, String kubernetes) {
    try {
      Path file = Files.createTempFile("values", ".yaml");
      try {
        Files.writeString(file, values);
        List<String> command =
            new ArrayList<>(
                List.of(program.toString(), "template", release, folder(chart).toString()));
        command.addAll(List.of("--namespace", release, "--kube-version", kubernetes + ".0"));
        command.addAll(List.of("--values", file.toString()));
        return Launch.of(command).run();
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
