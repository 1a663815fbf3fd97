package io.windlass.tracing;

import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import io.windlass.operation.Span;
import java.util.Map;
import java.util.Optional;

/** A span of OpenTelemetry. */
record OpenTelemetrySpan(Tracer tracer, io.opentelemetry.api.trace.Span span) implements Span {
  @Override
  public Span request(String name, Map<String, String> attributes) {
    SpanBuilder builder =
        tracer.spanBuilder(name).setParent(Context.root().with(span)).setSpanKind(SpanKind.CLIENT);
    attributes.forEach(builder::setAttribute);
    return new OpenTelemetrySpan(tracer, builder.startSpan());
  }

  @Override
  public String traceId() {
    return span.getSpanContext().getTraceId();
  }

  @Override
  public void end(Map<String, String> attributes, Optional<String> error) {
    attributes.forEach(span::setAttribute);
    error.ifPresent(message -> span.setStatus(StatusCode.ERROR, message));
    span.end();
  }
}
