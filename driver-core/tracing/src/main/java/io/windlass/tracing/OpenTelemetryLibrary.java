package io.windlass.tracing;

import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.autoconfigure.AutoConfiguredOpenTelemetrySdk;
import io.windlass.observe.BuildInfo;
import io.windlass.observe.Tracing;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The SDK of OpenTelemetry, set up by its standard variables
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
public final class OpenTelemetryLibrary implements Tracing.Library {
  private static final String HTTP = "http/protobuf";
  private static final String PREFIX = "OTEL_";

  @Override
  public Tracing start(Map<String, String> environment, String service, BuildInfo build) {
    requireHttp(environment);
    Map<String, String> properties = properties(environment, service, build);
    try {
      OpenTelemetrySdk sdk =
          AutoConfiguredOpenTelemetrySdk.builder()
              // Over what the library itself reads from the process: --config may say otherwise.
              .addPropertiesCustomizer(_ -> properties)
              .disableShutdownHook()
              .build()
              .getOpenTelemetrySdk();
      return new OpenTelemetryTracing(sdk, build.version());
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(
          "traces are not set up rightly: %s".formatted(e.getMessage()), e);
    }
  }

  /** There is no sender for gRPC. */
  private static void requireHttp(Map<String, String> environment) {
    for (String name :
        List.of("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL")) {
      Optional<String> protocol = Optional.ofNullable(environment.get(name));
      if (protocol.filter(value -> !value.isBlank() && !value.equals(HTTP)).isPresent()) {
        throw new IllegalArgumentException(
            "%s must be %s, not %s".formatted(name, HTTP, protocol.get()));
      }
    }
  }

  /** Returns the variables as the properties of the library, with our own defaults. */
  private static Map<String, String> properties(
      Map<String, String> environment, String service, BuildInfo build) {
    Map<String, String> properties = new HashMap<>();
    properties.put("otel.service.name", service);
    environment.forEach((name, value) -> {
      if (name.startsWith(PREFIX) && !value.isBlank()) {
        properties.put(name.toLowerCase(Locale.ROOT).replace('_', '.'), value);
      }
    });
    properties.putIfAbsent("otel.exporter.otlp.protocol", HTTP);
    properties.merge(
        "otel.resource.attributes",
        "service.version=" + build.version(),
        (given, version) -> version + "," + given);
    // Metrics are for Prometheus, and the log goes to standard error.
    properties.put("otel.metrics.exporter", "none");
    properties.put("otel.logs.exporter", "none");
    return properties;
  }
}
