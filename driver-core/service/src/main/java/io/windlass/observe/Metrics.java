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
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * The driver's metrics: the registry of its meters and, on request, a server that gives them to
 * Prometheus at {@code GET /metrics}. They contain no secret, and no name that a caller could make
 * up.
 */
public final class Metrics implements AutoCloseable {
  private static final String PATH = "/metrics";
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";

  /**
   * Scrapes at one time. More scrapes wait in a queue of {@link #WAITING}; further ones are
   * refused.
   */
  private static final int THREADS = 2;

  private static final int WAITING = 16;

  private final MeterRegistry registry;
  private final Runnable close;
  private final Optional<InetSocketAddress> address;

  private Metrics(MeterRegistry registry, Optional<InetSocketAddress> address, Runnable close) {
    this.registry = registry;
    this.address = address;
    this.close = close;
  }

  /** Returns metrics that are not served, and that cost next to nothing. */
  public static Metrics off() {
    MeterRegistry nowhere = new CompositeMeterRegistry();
    return new Metrics(nowhere, Optional.empty(), nowhere::close);
  }

  /**
   * Serves metrics until closed.
   *
   * @param address address to listen on; port 0: any free port
   * @throws IOException when the server cannot listen on the address
   */
  public static Metrics serve(InetSocketAddress address) throws IOException {
    HttpServer server = listen(address);
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    JvmGcMetrics gc = new JvmGcMetrics();
    gc.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    ExecutorService threads = threads();
    server.setExecutor(threads);
    server.createContext("/", exchange -> answer(exchange, registry));
    server.start();
    return new Metrics(
        registry,
        Optional.of(server.getAddress()),
        () -> {
          server.stop(0);
          threads.shutdownNow();
          gc.close();
          registry.close();
        });
  }

  private static HttpServer listen(InetSocketAddress address) throws IOException {
    // These properties are the only bounds of the JDK's server on slow clients and on many clients.
    // It reads them once.
    setIfAbsent("sun.net.httpserver.maxReqTime", "10");
    setIfAbsent("sun.net.httpserver.maxRspTime", "10");
    setIfAbsent("jdk.httpserver.maxConnections", "64");
    try {
      return HttpServer.create(address, WAITING);
    } catch (IOException e) {
      throw new IOException(
          "metrics cannot be served on %s: %s".formatted(address, e.getMessage()), e);
    }
  }

  private static void setIfAbsent(String property, String value) {
    System.setProperty(property, System.getProperty(property, value));
  }

  private static ExecutorService threads() {
    return new ThreadPoolExecutor(
        THREADS,
        THREADS,
        1,
        TimeUnit.MINUTES,
        new ArrayBlockingQueue<>(WAITING),
        Thread.ofPlatform().daemon().name("metrics-", 0).factory());
  }

  private static void answer(HttpExchange exchange, PrometheusMeterRegistry registry)
      throws IOException {
    try (exchange) {
      String method = exchange.getRequestMethod();
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        exchange.sendResponseHeaders(404, -1);
      } else if (!method.equals("GET")) {
        exchange.getResponseHeaders().set("Allow", "GET");
        exchange.sendResponseHeaders(405, -1);
      } else {
        byte[] body = registry.scrape().getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", TYPE);
        exchange.sendResponseHeaders(200, body.length);
        exchange.getResponseBody().write(body);
      }
    }
  }

  /** Returns the registry for meters. */
  public MeterRegistry registry() {
    return registry;
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
