package io.windlass.tracing;

import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import io.opentelemetry.context.propagation.TextMapPropagator;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.windlass.observe.Tracing;
import io.windlass.operation.Span;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Traces of a running SDK. */
final class OpenTelemetryTracing implements Tracing {
  /** How long the last spans may take to be sent. */
  private static final long STOP_SECONDS = 3;

  private final OpenTelemetrySdk sdk;
  private final TextMapPropagator propagator;
  private final Tracer tracer;

  OpenTelemetryTracing(OpenTelemetrySdk sdk, String version) {
    this.sdk = sdk;
    this.propagator = sdk.getPropagators().getTextMapPropagator();
    this.tracer =
        sdk.getTracerProvider()
            .tracerBuilder("windlass")
            .setInstrumentationVersion(version)
            .build();
  }

  /** Reads the headers of a call, as the propagator asks. */
  private static final class Headers implements TextMapGetter<Function<String, Optional<String>>> {
    @Override
    public @Nullable String get(@Nullable Function<String, Optional<String>> headers, String name) {
      return headers == null ? null : headers.apply(name).orElse(null);
    }
  }

  @Override
  public Optional<Span> call(String method, Function<String, Optional<String>> header) {
    Context caller = propagator.extract(Context.root(), header, new Headers());
    return Optional.of(
        new OpenTelemetrySpan(
            tracer,
            tracer
                .spanBuilder(method)
                .setParent(caller)
                .setSpanKind(SpanKind.SERVER)
                .setAttribute("rpc.system.name", "grpc")
                .setAttribute("rpc.method", method)
                .startSpan()));
  }

  @Override
  public boolean isOn() {
    return true;
  }

  /** Where two threads close, as at a signal, the second one waits, too: it may end the process. */
  @Override
  public synchronized void close() {
    sdk.shutdown().join(STOP_SECONDS, TimeUnit.SECONDS);
  }
}
