package io.windlass.csi.controller;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.windlass.csi.RenewalRequest;
import io.windlass.observe.HttpListener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.ExecutorService;

/**
 * Where nodes ask a controller for the next credential of a volume: {@code POST /renew} over HTTP.
 * No TLS is needed, as no secret is sent: see {@link RenewalRequest}.
 */
public final class RenewalServer implements AutoCloseable {
  private static final String PATH = "/renew";

  /** Requests that are answered at one time. */
  private static final int THREADS = 8;

  private final HttpServer server;
  private final ExecutorService threads = HttpListener.threads("renewal", THREADS);
  private final URI url;

  private RenewalServer(HttpServer server, URI url) {
    this.server = server;
    this.url = url;
    server.setExecutor(threads);
  }

  /**
   * Opens the server, which answers from {@link #start} on.
   *
   * @param address address to listen on; port 0: any free port
   * @param base base URL under which nodes reach the server; empty: they reach the address
   * @throws IOException when the server cannot listen on the address
   */
  public static RenewalServer open(InetSocketAddress address, Optional<URI> base)
      throws IOException {
    HttpServer server = HttpListener.open("renewals", address);
    URI reached =
        base.orElseGet(() ->
            URI.create(
                "http://%s:%d"
                    .formatted(host(server.getAddress()), server.getAddress().getPort())));
    return new RenewalServer(server, reached.resolve(PATH));
  }

  private static String host(InetSocketAddress address) {
    String host = address.getAddress().getHostAddress();
    return host.contains(":") ? "[%s]".formatted(host) : host;
  }

  /** Returns the URL that nodes are told. */
  URI url() {
    return url;
  }

  void start(RenewalCalls calls) {
    server.createContext("/", exchange -> answer(exchange, calls));
    server.start();
  }

  private static void answer(HttpExchange exchange, RenewalCalls calls) throws IOException {
    try (exchange) {
      if (!exchange.getRequestURI().getPath().equals(PATH)) {
        exchange.sendResponseHeaders(404, -1);
      } else if (!exchange.getRequestMethod().equals("POST")) {
        exchange.getResponseHeaders().set("Allow", "POST");
        exchange.sendResponseHeaders(405, -1);
      } else {
        byte[] request = exchange.getRequestBody().readNBytes(RenewalRequest.LONGEST + 1);
        if (request.length > RenewalRequest.LONGEST) {
          exchange.sendResponseHeaders(413, -1);
        } else {
          send(exchange, calls.answer(new String(request, StandardCharsets.UTF_8)));
        }
      }
    }
  }

  private static void send(HttpExchange exchange, RenewalCalls.Answer answer) throws IOException {
    byte[] body = answer.body().getBytes(StandardCharsets.UTF_8);
    answer
        .signature()
        .ifPresent(
            each -> exchange.getResponseHeaders().set(RenewalRequest.SIGNATURE_HEADER, each));
    exchange.sendResponseHeaders(answer.status(), body.length);
    exchange.getResponseBody().write(body);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
