package io.windlass.cli.serve;

import io.windlass.cli.stores.StoreLibraries;
import io.windlass.config.ConfigurationException;
import io.windlass.observe.BuildInfo;
import io.windlass.observe.Tracing;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;

/** Traces, as the environment turns them on. The launcher looks at the same variables. */
final class ConfiguredTracing {
  private static final List<String> ENDPOINTS =
      List.of("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT");

  private ConfiguredTracing() {}

  /**
   * Starts to trace, if an endpoint to send traces to is set.
   *
   * @param service name of the service, unless OTEL_SERVICE_NAME is set
   * @throws ConfigurationException when the variables are wrong, or the libraries are missing
   */
  static Tracing start(Map<String, String> environment, String service, BuildInfo build)
      throws ConfigurationException {
    if (!isOn(environment)) {
      return Tracing.off();
    }
    Optional<Path> missing = StoreLibraries.ofProcess().missing("tracing");
    if (missing.isPresent()) {
      throw new ConfigurationException(
          List.of(
              "%s is set, but the libraries for traces are not installed: %s is missing"
                  .formatted(String.join(" or ", ENDPOINTS), missing.get())));
    }
    try {
      return ServiceLoader.load(Tracing.Library.class)
          .findFirst()
          .orElseThrow()
          .start(environment, service, build);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(List.of(String.valueOf(e.getMessage())));
    }
  }

  private static boolean isOn(Map<String, String> environment) {
    return ENDPOINTS.stream().anyMatch(name -> !environment.getOrDefault(name, "").isBlank())
        && !environment.getOrDefault("OTEL_SDK_DISABLED", "").strip().equalsIgnoreCase("true");
  }
}
