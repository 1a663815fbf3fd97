package io.windlass.test.chart;

import io.windlass.testing.Missing;
import io.windlass.testing.Programs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is needed to test the charts.
 *
 * @param helm the program
 * @param schemas directory with the schemas of Kubernetes' APIs, a folder for each release: that of
 *     the Python package kubernetes-validate
 */
record ChartTools(Path helm, Path schemas) {
  private static final String SCHEMAS = "WINDLASS_TEST_KUBERNETES_SCHEMAS";

  static ChartTools require() {
    return new ChartTools(Programs.require("helm"), schemas(new Programs(System.getenv())));
  }

  private static Path schemas(Programs programs) {
    Stream<Path> named =
        Optional.ofNullable(programs.environment().get(SCHEMAS)).map(Path::of).stream();
    Stream<Path> cached =
        programs
            .cached("kubernetes-validate")
            .map(each -> each.resolve("kubernetes_validate/kubernetes-json-schema"));
    return Stream.concat(named, cached)
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow(() ->
            Missing.of(
                "the schemas of Kubernetes",
                "set %s to the directory kubernetes-json-schema of the Python package"
                        .formatted(SCHEMAS)
                    + " kubernetes-validate, or call .ci/run"));
  }
}
