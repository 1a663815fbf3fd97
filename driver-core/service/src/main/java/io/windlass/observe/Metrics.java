package io.windlass.observe;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.FileDescriptorMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.prometheus.metrics.model.registry.MultiCollector;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The driver's metrics: the registry of its meters and, on request, a server that gives them to
 * Prometheus at {@code GET /metrics}, and answers probes. They contain no secret, and no name that
 * a caller could make up, but the ids of the volumes that are attached to a node.
 *
 * <p>{@code GET /healthz} is 200 as long as the process answers, whatever its backends do. {@code
 * GET /readyz} is 200 if it is ready, and else 503 with the reason.
 */
public final class Metrics implements AutoCloseable {
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  /** Scrapes at one time. */
  private static final int THREADS = 2;

  private final MeterRegistry registry;
  private final Consumer<MultiCollector> collectors;
  private final Runnable close;
  private final Optional<InetSocketAddress> address;
  private volatile Supplier<Optional<String>> notReady = () -> Optional.of("it is starting");

  /** An answer of the server. */
  private record Page(int status, String type, String body) {
    static Page text(int status, String body) {
      return new Page(status, TEXT, body + "\n");
    }
  }

  private Metrics(
      MeterRegistry registry,
      Consumer<MultiCollector> collectors,
      Optional<InetSocketAddress> address,
      Runnable close) {
    this.registry = registry;
    this.collectors = collectors;
    this.address = address;
    this.close = close;
  }

  /** Returns metrics that are not served, and that cost next to nothing. */
  public static Metrics off() {
    MeterRegistry nowhere = new CompositeMeterRegistry();
    return new Metrics(nowhere, _ -> {}, Optional.empty(), nowhere::close);
  }

  /**
   * Serves metrics until closed.
   *
   * @param address address to listen on; port 0: any free port
   * @throws IOException when the server cannot listen on the address
   */
  public static Metrics serve(InetSocketAddress address) throws IOException {
    HttpServer server = HttpListener.open("metrics", address);
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    JvmGcMetrics gc = new JvmGcMetrics();
    gc.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    ExecutorService threads = HttpListener.threads("metrics", THREADS);
    server.setExecutor(threads);
    Metrics metrics =
        new Metrics(
            registry,
            registry.getPrometheusRegistry()::register,
            Optional.of(server.getAddress()),
            () -> {
              server.stop(0);
              threads.shutdownNow();
              gc.close();
              registry.close();
            });
    server.createContext(
        "/", exchange -> answer(exchange, metrics.page(exchange, registry::scrape)));
    server.start();
    return metrics;
  }

  private Optional<Page> page(HttpExchange exchange, Supplier<String> scrape) {
    return switch (exchange.getRequestURI().getPath()) {
      case "/metrics" -> Optional.of(new Page(200, TYPE, scrape.get()));
      case "/healthz" -> Optional.of(Page.text(200, "ok"));
      case "/readyz" ->
          Optional.of(
              notReady.get().map(why -> Page.text(503, why)).orElseGet(() -> Page.text(200, "ok")));
      default -> Optional.empty();
    };
  }

  private static void answer(HttpExchange exchange, Optional<Page> page) throws IOException {
    try (exchange) {
      if (page.isEmpty()) {
        exchange.sendResponseHeaders(404, -1);
      } else if (!exchange.getRequestMethod().equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        exchange.sendResponseHeaders(405, -1);
      } else {
        byte[] body = page.get().body().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", page.get().type());
        exchange.sendResponseHeaders(page.get().status(), body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  /**
   * Sets what {@code /readyz} answers from now on; before, the process is starting.
   *
   * @param notReady why the process is not ready, if it is not; has to return at once
   */
  public void readiness(Supplier<Optional<String>> notReady) {
    this.notReady = notReady;
  }

  /** Returns the registry for meters. */
  public MeterRegistry registry() {
    return registry;
  }

  /**
   * Adds metrics that are collected at each scrape. While a collector takes its time, another
   * scrape and a probe may come; a third has to wait.
   */
  public void collect(MultiCollector collector) {
    collectors.accept(collector);
  }

  /** Returns the address at which metrics are served; empty if they are not served. */
  public Optional<InetSocketAddress> address() {
    return address;
  }

  @Override
  public void close() {
    close.run();
  }
}
