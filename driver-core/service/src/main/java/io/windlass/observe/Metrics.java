package io.windlass.observe;

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
import io.windlass.observe.HttpListener.Answer;
import io.windlass.observe.HttpListener.Request;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The driver's metrics: the registry of its meters and, on request, a server that gives them to
 * Prometheus at {@code GET /metrics}, and answers probes. They contain no secret, and no name that
 * a caller could make up, but the ids of the volumes that are attached to a node.
 *
 * <p>{@code GET /healthz} is 200 as long as the process answers, whatever its backends do. {@code
 * GET /readyz} is 200 if it is ready, and else 503 with the reason. HEAD is answered like GET.
 */
public final class Metrics implements AutoCloseable {
  private static final String TYPE = "text/plain; version=0.0.4; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  /** Scrapes at one time. */
  private static final int SCRAPES = 2;

  /** How many seconds a scrape waits for its turn. The listener bounds how many wait. */
  private static final long PATIENCE = 10;

  /** Most bytes of the body of a request, which has none. */
  private static final int LONGEST = 1024;

  private final MeterRegistry registry;
  private final Consumer<MultiCollector> collectors;
  private final Runnable close;
  private final Optional<InetSocketAddress> address;
  private volatile Supplier<Optional<String>> notReady = () -> Optional.of("it is starting");

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
    HttpListener server = HttpListener.open("metrics", address, LONGEST);
    PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    JvmGcMetrics gc = new JvmGcMetrics();
    gc.bindTo(registry);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new FileDescriptorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    Metrics metrics =
        new Metrics(
            registry,
            registry.getPrometheusRegistry()::register,
            Optional.of(server.address()),
            () -> {
              server.close();
              gc.close();
              registry.close();
            });
    Semaphore turns = new Semaphore(SCRAPES, true);
    server.start(request -> metrics.answer(request, () -> scrape(registry, turns)));
    return metrics;
  }

  private Answer answer(Request request, Supplier<Answer> scrape) {
    return switch (request.path()) {
      case "/metrics" -> read(request, scrape);
      case "/healthz" -> read(request, () -> text(200, "ok"));
      case "/readyz" ->
          read(
              request,
              () -> notReady.get().map(why -> text(503, why)).orElseGet(() -> text(200, "ok")));
      default -> Answer.empty(404);
    };
  }

  private static Answer read(Request request, Supplier<Answer> page) {
    return switch (request.method()) {
      case "GET", "HEAD" -> page.get(); // to HEAD, the listener's codec sends no body
      default -> Answer.notAllowed("GET, HEAD");
    };
  }

  private static Answer text(int status, String text) {
    return new Answer(status, Map.of("Content-Type", TEXT), text + "\n");
  }

  private static Answer scrape(PrometheusMeterRegistry registry, Semaphore turns) {
    try {
      if (!turns.tryAcquire(PATIENCE, TimeUnit.SECONDS)) {
        return text(503, "other scrapes take too long");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return text(503, "interrupted");
    }
    try {
      return new Answer(200, Map.of("Content-Type", TYPE), registry.scrape());
    } finally {
      turns.release();
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
   * scrape may come, and any probe; a third scrape has to wait.
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
