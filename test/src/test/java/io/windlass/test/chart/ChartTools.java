package io.windlass.test.chart;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.opentest4j.TestAbortedException;

/**
 * What is needed to test the charts.
 *
 * @param helm the program
 * @param schemas directory with the schemas of Kubernetes' APIs, a folder for each release: that of
 *     the Python package kubernetes-validate
 */
record ChartTools(Path helm, Path schemas) {
  private static final String HELM = "WINDLASS_TEST_HELM";
  private static final String SCHEMAS = "WINDLASS_TEST_KUBERNETES_SCHEMAS";

  /** Aborts the test if something is missing, which in CI is a failure. */
  static ChartTools require(Map<String, String> environment) {
    Optional<Path> helm = helm(environment);
    Optional<Path> schemas =
        Optional.ofNullable(environment.get(SCHEMAS)).map(Path::of).filter(Files::isDirectory);
    if (helm.isPresent() && schemas.isPresent()) {
      return new ChartTools(helm.get(), schemas.get());
    }
    String sentence =
        ("The charts were not tested: set %s to helm, or install helm on PATH, and set %s to the"
                + " directory kubernetes-json-schema of the Python package kubernetes-validate.")
            .formatted(HELM, SCHEMAS);
    if ("true".equals(environment.get("CI"))) {
      throw new IllegalStateException(sentence + " With CI=true that is a failure.");
    }
    throw new TestAbortedException(sentence);
  }

  private static Optional<Path> helm(Map<String, String> environment) {
    String named = environment.getOrDefault(HELM, "");
    Stream<Path> places =
        named.isEmpty()
            ? Stream.of(environment.getOrDefault("PATH", "").split(File.pathSeparator))
                .map(directory -> Path.of(directory, "helm"))
            : Stream.of(Path.of(named));
    return places.map(Path::toAbsolutePath).filter(Files::isExecutable).findFirst();
  }
}
