package io.windlass.test.chart;

import io.windlass.test.chart.Manifests.Container;
import io.windlass.testing.Authorities;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * What a rendered container sees of its environment.
 *
 * @param directory has files where the container would have its volumes
 */
record PodEnvironment(Path directory) {
  private static final String MOUNTED = "/etc/windlass/";

  /** What the API server fills in, by what it is filled with. */
  private static final Map<String, String> FILLED_IN =
      Map.of(
          "spec.nodeName", "node-1.example.com",
          "metadata.uid", "0f6a1c34-51b8-4a0e-9c1f-3a0f1f5f7d11",
          "metadata.labels['topology.kubernetes.io/region']", "eu-1");

  /** Returns the variables, in a map that callers may change; directories of Secrets are empty. */
  Map<String, String> of(Container container) throws IOException {
    Map<String, String> environment = new HashMap<>();
    for (Map.Entry<String, String> variable : container.environment().entrySet()) {
      environment.put(variable.getKey(), value(variable.getValue()));
    }
    return environment;
  }

  private String value(String rendered) throws IOException {
    if (rendered.startsWith("{")) {
      return FILLED_IN.entrySet().stream()
          .filter(field -> rendered.contains("\"" + field.getKey() + "\""))
          .map(Map.Entry::getValue)
          .findFirst()
          .orElseThrow(() -> new AssertionError("nobody fills in " + rendered));
    }
    if (!rendered.startsWith(MOUNTED)) {
      return rendered;
    }
    Path there = directory.resolve(rendered.substring(MOUNTED.length()));
    if (Stream.of("keys/keys", "ca.crt").anyMatch(rendered::endsWith)) {
      Files.createDirectories(there.getParent());
      Files.writeString(
          there, rendered.endsWith("ca.crt") ? Authorities.pem() : Values.SECRET_KEY + "\n");
    } else {
      Files.createDirectories(there);
    }
    return there.toString();
  }
}
