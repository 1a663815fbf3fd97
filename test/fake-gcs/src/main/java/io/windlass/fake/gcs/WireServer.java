package io.windlass.fake.gcs;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** One port of the fake: requests as they come, answers as they go, faults as they are planned. */
final class WireServer implements AutoCloseable {
  /** Of this fake alone: it keeps everything in memory. */
  private static final int LARGEST_BODY = 256 << 20;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Faults faults;
  private final Function<WireRequest, WireAnswer> handler;

  private WireServer(HttpServer server, Faults faults, Function<WireRequest, WireAnswer> handler) {
    this.server = server;
    this.faults = faults;
    this.handler = handler;
  }

  /** Listens on a free port of this machine's. The handler throws nothing. */
  static WireServer start(Faults faults, Function<WireRequest, WireAnswer> handler) {
    // The server sends headers and bodies in separate packets, which Nagle's algorithm would delay
    // by 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      WireServer made = new WireServer(server, faults, handler);
      server.setExecutor(made.threads);
      server.createContext("/", made::serve);
      server.start();
      return made;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  URI uri() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readNBytes(LARGEST_BODY + 1);
      URI uri = exchange.getRequestURI();
      String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
      String target = uri.getRawPath() + query;
      Map<String, String> headers = new HashMap<>();
      exchange.getRequestHeaders().forEach((name, all) -> headers.put(name, String.join(",", all)));
      WireRequest request = WireRequest.of(exchange.getRequestMethod(), target, headers, body);
      faults.awaitThaw();
      Optional<Misbehaviour> fault = faults.take(request.method(), target);
      if (fault.isEmpty()) {
        WireAnswer answer =
            body.length > LARGEST_BODY ? WireAnswer.of(413) : handler.apply(request);
        send(exchange, answer, answer.body().length);
      } else {
        misbehave(exchange, request, fault.get());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // it is closed
    }
  }

  private void misbehave(HttpExchange exchange, WireRequest request, Misbehaviour fault)
      throws IOException {
    switch (fault) {
      case Misbehaviour.Refused(int status) -> send(exchange, refused(status), Integer.MAX_VALUE);
      case Misbehaviour.AnswerLost() -> {
        WireAnswer _ = handler.apply(request); // the exchange is closed with nothing sent
      }
      case Misbehaviour.AnswerReplaced(int status) -> {
        WireAnswer _ = handler.apply(request);
        send(exchange, refused(status), Integer.MAX_VALUE);
      }
      case Misbehaviour.BodyBroken(int bytes) -> send(exchange, handler.apply(request), bytes);
      case Misbehaviour.Slow(Duration time) -> {
        WireAnswer answer = handler.apply(request);
        pause(time);
        send(exchange, answer, answer.body().length);
      }
    }
  }

  private static WireAnswer refused(int status) {
    String reason = status == 412 ? "conditionNotMet" : "backendError";
    return Refusal.of(status, reason, "A planned fault of " + FakeGcs.NAME).json();
  }

  private static void pause(Duration time) {
    try {
      Thread.sleep(time);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /**
   * Sends an answer.
   *
   * @param most bytes of the body that are sent, whatever its length is said to be
   */
  private static void send(HttpExchange exchange, WireAnswer answer, int most) throws IOException {
    answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    exchange.getResponseHeaders().set("Server", FakeGcs.NAME);
    int length = answer.body().length;
    boolean head = exchange.getRequestMethod().equals("HEAD");
    if (head && answer.status() < 300) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(length));
    }
    boolean none = head || length == 0 || answer.status() == 204 || answer.status() == 304;
    exchange.sendResponseHeaders(answer.status(), none ? -1 : length);
    if (!none) {
      exchange.getResponseBody().write(Arrays.copyOf(answer.body(), Math.min(most, length)));
      exchange.getResponseBody().flush();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
