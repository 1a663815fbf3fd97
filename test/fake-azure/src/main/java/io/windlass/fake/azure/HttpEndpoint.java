package io.windlass.fake.azure;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

/** One HTTP port of the fake. */
final class HttpEndpoint implements AutoCloseable {
  /** A limit of this fake only. */
  private static final int LARGEST_BODY = 64 << 20;

  private final HttpServer server;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private final Function<Request, Answer> handler;

  private HttpEndpoint(HttpServer server, Function<Request, Answer> handler) {
    this.server = server;
    this.handler = handler;
  }

  /** Listens on a free port of this machine's. The handler throws nothing. */
  static HttpEndpoint start(Function<Request, Answer> handler) {
    // The server sends headers and bodies in separate packets, which Nagle's algorithm would delay
    // by 40 ms.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    try {
      HttpServer server =
          HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
      HttpEndpoint endpoint = new HttpEndpoint(server, handler);
      server.setExecutor(endpoint.threads);
      server.createContext("/", endpoint::serve);
      server.start();
      return endpoint;
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
      Map<String, String> headers = new HashMap<>();
      exchange.getRequestHeaders().forEach((name, all) -> headers.put(name, String.join(",", all)));
      Answer answer =
          body.length > LARGEST_BODY
              ? Answer.of(413)
              : handler.apply(
                  Request.of(exchange.getRequestMethod(), uri.getRawPath() + query, headers, body));
      send(exchange, answer);
    }
  }

  private static void send(HttpExchange exchange, Answer answer) throws IOException {
    answer.headers().forEach((name, value) -> exchange.getResponseHeaders().set(name, value));
    exchange
        .getResponseHeaders()
        .set("Server", "FAKE-Azure (rules from learn.microsoft.com/rest/api/storageservices)");
    exchange.getResponseHeaders().set("x-ms-request-id", UUID.randomUUID().toString());
    boolean head = exchange.getRequestMethod().equals("HEAD");
    if (head && answer.status() < 300) {
      exchange.getResponseHeaders().set("Content-Length", Integer.toString(answer.body().length));
    }
    boolean none =
        head || answer.body().length == 0 || answer.status() == 204 || answer.status() == 304;
    exchange.sendResponseHeaders(answer.status(), none ? -1 : answer.body().length);
    if (!none) {
      exchange.getResponseBody().write(answer.body());
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
