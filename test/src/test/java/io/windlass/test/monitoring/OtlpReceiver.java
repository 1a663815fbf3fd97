package io.windlass.test.monitoring;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.opentelemetry.proto.collector.trace.v1.ExportTraceServiceRequest;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.ResourceSpans;
import io.opentelemetry.proto.trace.v1.Span;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;

/** Receives traces by OTLP over HTTP, as a collector does, and keeps them. */
public final class OtlpReceiver implements AutoCloseable {
  private final List<ExportTraceServiceRequest> received = new CopyOnWriteArrayList<>();
  private final HttpServer server;

  private OtlpReceiver(HttpServer server) {
    this.server = server;
  }

  /** Starts one on a free port. */
  public static OtlpReceiver start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    OtlpReceiver receiver = new OtlpReceiver(server);
    server.createContext("/v1/traces", receiver::receive);
    server.start();
    return receiver;
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      received.add(ExportTraceServiceRequest.parseFrom(exchange.getRequestBody()));
      exchange.sendResponseHeaders(200, -1);
    }
  }

  /** Returns the value of OTEL_EXPORTER_OTLP_ENDPOINT. */
  public String endpoint() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort()).toString();
  }

  /** Returns all spans so far. */
  public List<Span> spans() {
    return resources().stream()
        .flatMap(resource -> resource.getScopeSpansList().stream())
        .flatMap(scope -> scope.getSpansList().stream())
        .toList();
  }

  /** Returns the spans of each process that sent some, with its attributes. */
  public List<ResourceSpans> resources() {
    return received.stream().flatMap(request -> request.getResourceSpansList().stream()).toList();
  }

  /** Returns everything that was received, as text. */
  public String text() {
    return received.toString();
  }

  /** Returns attributes that are texts. */
  public static Map<String, String> attributes(List<KeyValue> attributes) {
    return attributes.stream()
        .collect(Collectors.toMap(KeyValue::getKey, each -> each.getValue().getStringValue()));
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
