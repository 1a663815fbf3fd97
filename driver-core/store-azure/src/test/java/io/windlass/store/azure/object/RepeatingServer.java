package io.windlass.store.azure.object;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;

/** A server that repeats all of each request in its answer, which is an error. */
final class RepeatingServer {
  private final HttpServer server;
  private final List<Good> good = new CopyOnWriteArrayList<>();

  /** What it answers: a status; 0 for none, and 1 for one that is no HTTP. */
  private volatile int status;

  /** A request that is answered rightly. */
  private record Good(
      String method, String part, int status, Map<String, String> headers, String body) {
    boolean isOf(HttpExchange exchange) {
      return exchange.getRequestMethod().equals(method)
          && exchange.getRequestURI().toString().contains(part);
    }
  }

  RepeatingServer(ExecutorService threads) throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::repeat);
    server.start();
  }

  URI url(String path) {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
  }

  void answer(int with) {
    status = with;
  }

  /** Answers requests of this method that have this in their URL. */
  void answer(String method, String part, int with, Map<String, String> headers, String body) {
    good.add(new Good(method, part, with, headers, body));
  }

  void stop() {
    server.stop(0);
  }

  private void repeat(HttpExchange exchange) throws IOException {
    try (exchange) {
      String sent = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Headers headers = exchange.getResponseHeaders();
      for (Good each : good) {
        if (each.isOf(exchange)) {
          each.headers.forEach(headers::set);
          send(exchange, each.status, each.body);
          return;
        }
      }
      if (status == 0) {
        return;
      }
      StringBuilder all = new StringBuilder(exchange.getRequestURI().toString());
      exchange
          .getRequestHeaders()
          .forEach((name, values) -> all.append('\n').append(name).append(": ").append(values));
      headers.set("Location", exchange.getRequestURI().toString());
      headers.set("Content-Type", "application/xml");
      if (status == 403) {
        headers.set("x-ms-error-code", "AuthenticationFailed");
      }
      String message = all.append('\n').append(sent).toString();
      send(
          exchange,
          status,
          "<?xml version=\"1.0\"?><Error><Code>AuthenticationFailed</Code><Message>%s</Message></Error>"
              .formatted(message.replace("&", "&amp;").replace("<", "&lt;")));
    }
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] body = text.getBytes(StandardCharsets.UTF_8);
    boolean none = exchange.getRequestMethod().equals("HEAD") || body.length == 0;
    exchange.sendResponseHeaders(status, none ? -1 : body.length);
    if (!none) {
      exchange.getResponseBody().write(body);
    }
  }
}
